// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/loop.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/launch/launch.hpp"
#include "bench/text/numbers.hpp"
#include "bench/text/terminal.hpp"

namespace dpscale::bench {

using nlohmann::json;

namespace {

/// (cell, launch) of a line of the journal; an empty cell where it is no launch's.
std::pair<std::string, int> place_of(const json& line) {
  if (!line.contains("cell") || !line["cell"].is_string() || !line.contains("launch") ||
      !line["launch"].is_number_integer())
    return {"", 0};
  return {line["cell"].get<std::string>(), line["launch"].get<int>()};
}

}  // namespace

sweep_loop::sweep_loop(const sweep_setup& setup, run_folder folder, json run, signal_inbox& inbox)
    : setup_(setup),
      folder_(std::move(folder)),
      run_(std::move(run)),
      inbox_(inbox),
      journal_(folder_.journal_path(), is_launch),
      lines_(journal_.found().lines),
      progress_(0, 0, 0.0) {
  run_["state"] = "running";
  run_["finished_at"] = nullptr;
  folder_.write_run(run_);
  take_in_journal();
}

void sweep_loop::take_in_journal() {
  std::map<std::string, const cell*> cells;
  for (const cell& value : setup_.cells) cells[value.id()] = &value;
  for (const json& line : lines_) {
    const auto place = place_of(line);
    const auto found = cells.find(place.first);
    if (found == cells.end()) continue;
    done_.insert(place);
    skip_.note(*found->second, line);
  }
  const journal_content& found = journal_.found();
  if (found.torn_bytes > 0) say("a torn last line of the journal was cut off\n");
  for (const std::size_t number : found.unreadable)
    say(fmt::format("line {} of the journal cannot be read; its launch runs again\n", number));
  if (!done_.empty())
    say(fmt::format("{} of {} launches are there already\n", done_.size(), setup_.launches()));
  progress_ = progress(setup_.launches(), done_.size(),
                       setup_.launch_budget_seconds + usual_overhead_seconds);
  for (const cell& value : setup_.cells)
    for (int launch = 0; launch < setup_.wanted.launches; ++launch)
      if (!done_.contains({value.id(), launch})) progress_.expect(value.id());
}

sweep_end sweep_loop::run() {
  say(fmt::format("{} cells, {} launches, about {}; {}\n", setup_.cells.size(), setup_.launches(),
                  estimate_text(progress_.seconds_left()), folder_.path().string()));
  for (std::size_t b = 0; b < setup_.blocks.size(); ++b)
    for (const std::size_t index : setup_.blocks[b])
      if (inbox_.interrupted() || !launch(index, static_cast<int>(b)))
        return {true, std::move(run_), std::move(lines_)};
  return {false, std::move(run_), std::move(lines_)};
}

bool sweep_loop::launch(std::size_t cell_index, int block_index) {
  const cell& value = setup_.cells[cell_index];
  // Blocks are complete, so a cell's launches are numbered as the blocks are.
  const launch_place place{block_index, block_index};
  if (done_.contains({value.id(), place.launch})) return true;
  if (const auto why = skip_.reason(value)) {
    keep(value, skipped_line(value, place, *why), 0.0);
    return true;
  }
  const launch_result result =
      run_launch(value, place, setup_.settings_of(place.launch), setup_.wanted.memory_limit_bytes,
                 folder_.fresh_record(), inbox_);
  folder_.clear_record();
  if (result.interrupted) return false;
  keep(value, result.line, result.wall_seconds);
  return true;
}

void sweep_loop::keep(const cell& value, const json& line, double wall_seconds) {
  journal_.append(line);
  lines_.push_back(line);
  skip_.note(value, line);
  say(fmt::format("{}\n", progress_.line(line, wall_seconds)));
}

}  // namespace dpscale::bench
