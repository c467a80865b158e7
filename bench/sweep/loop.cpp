// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/loop.hpp"

#include <fmt/format.h>

#include "bench/sweep/launch_loop.hpp"
#include "bench/sweep/round_loop.hpp"
#include "bench/text/numbers.hpp"
#include "bench/text/terminal.hpp"
#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {

using nlohmann::json;

sweep_loop::sweep_loop(const sweep_setup& setup, run_folder folder, json run, signal_inbox& inbox)
    : setup_(setup),
      folder_(std::move(folder)),
      inbox_(inbox),
      run_(std::move(run)),
      journal_(folder_.journal_path(), is_entry) {
  lines_ = journal_.found().lines;
  run_["state"] = "running";
  run_["finished_at"] = nullptr;
  folder_.write_run(run_);
}

sweep_end sweep_loop::run() {
  for (const json& line : lines_) take_in(line);
  const journal_content& found = journal_.found();
  if (found.torn_bytes > 0) say("a torn last line of the journal was cut off\n");
  for (const std::size_t number : found.unreadable)
    say(fmt::format("line {} of the journal cannot be read; what it told runs again\n", number));
  count();
  const char* what = setup_.groups.empty() ? "launches" : "rounds of turns";
  if (progress_.done() > 0)
    say(fmt::format("{} of {} {} are there already\n", progress_.done(), setup_.launches(), what));
  say(fmt::format("{} cells, {} {}, about {}; {}\n", setup_.cells.size(), setup_.launches(), what,
                  estimate_text(progress_.seconds_left()),
                  protocol::printable(folder_.path().string())));
  const bool whole = run_missing();
  return {!whole, std::move(run_), std::move(lines_)};
}

void sweep_loop::store(const json& line) {
  journal_.append(line);
  // As the journal gives it back, so that a summary now and one made later are the same.
  lines_.push_back(json::parse(json_text(line)));
}

std::unique_ptr<sweep_loop> make_loop(const sweep_setup& setup, run_folder folder, json run,
                                      signal_inbox& inbox, judge_groups judge) {
  if (setup.groups.empty())
    return std::make_unique<launch_loop>(setup, std::move(folder), std::move(run), inbox);
  return std::make_unique<round_loop>(setup, std::move(folder), std::move(run), inbox,
                                      std::move(judge));
}

}  // namespace dpscale::bench
