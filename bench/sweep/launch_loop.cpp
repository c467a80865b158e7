// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/launch_loop.hpp"

#include <fmt/format.h>

#include "bench/launch/launch.hpp"
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

launch_loop::launch_loop(const sweep_setup& setup, run_folder folder, json run, signal_inbox& inbox)
    : sweep_loop(setup, std::move(folder), std::move(run), inbox) {
  for (const cell& value : setup_.cells) cells_[value.id()] = &value;
}

void launch_loop::take_in(const json& line) {
  const auto place = place_of(line);
  const auto found = cells_.find(place.first);
  if (found == cells_.end()) return;
  done_.insert(place);
  skip_.note(*found->second, line);
}

void launch_loop::count() {
  progress_ = progress(setup_.launches(), done_.size(),
                       setup_.launch_budget_seconds + usual_overhead_seconds);
  for (const cell& value : setup_.cells)
    for (int launch = 0; launch < setup_.wanted.launches; ++launch)
      if (!done_.contains({value.id(), launch})) progress_.expect(value.id());
}

bool launch_loop::run_missing() {
  for (std::size_t b = 0; b < setup_.blocks.size(); ++b)
    for (const std::size_t index : setup_.blocks[b])
      if (inbox_.interrupted() || !launch(index, static_cast<int>(b))) return false;
  return true;
}

bool launch_loop::launch(std::size_t cell_index, int block_index) {
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
                 folder_.fresh_records() / "record.json", inbox_);
  folder_.clear_records();
  if (result.interrupted) return false;
  keep(value, result.line, result.wall_seconds);
  return true;
}

void launch_loop::keep(const cell& value, const json& line, double wall_seconds) {
  store(line);
  skip_.note(value, line);
  say(fmt::format("{}\n", progress_.line(line, wall_seconds)));
}

}  // namespace dpscale::bench
