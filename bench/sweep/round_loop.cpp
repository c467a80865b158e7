// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/round_loop.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/launch/memory.hpp"
#include "bench/text/terminal.hpp"

namespace dpscale::bench {

using nlohmann::json;

namespace {

/// A group gets at most so many times its first rounds: one that can't be decided on this machine
/// mustn't take all that is left.
constexpr int most_rounds_factor = 4;

/// What each of several that are alive at once may use: its own limit, and its share of the
/// machine.
std::optional<std::uint64_t> shared_limit(std::optional<std::uint64_t> own, std::size_t alive) {
  const std::uint64_t share = default_memory_limit() / std::max<std::size_t>(alive, 1);
  if (!own || share == 0) return own;
  return std::min(*own, share);
}

}  // namespace

round_loop::round_loop(const sweep_setup& setup, run_folder folder, json run, signal_inbox& inbox,
                       judge_groups judge)
    : sweep_loop(setup, std::move(folder), std::move(run), inbox), judge_(std::move(judge)) {
  for (const cell& value : setup_.cells) cells_[value.id()] = &value;
}

void round_loop::take_in(const json& line) {
  if (!is_round(line)) return;
  done_[line["group"].get<std::string>()].insert(line["round"].get<int>());
  if (line["round"].get<int>() >= setup_.wanted.launches)
    further_seconds_ += line.value("wall_seconds", 0.0);
  for (const json& launch : line["launches"])
    if (const auto found = cells_.find(launch.value("cell", "")); found != cells_.end())
      skip_.note(*found->second, launch);
}

void round_loop::count() {
  std::size_t done = 0, members = 0;
  for (const auto& [group, rounds] : done_) done += rounds.size();
  for (const cell_group& group : setup_.groups) members += group.members.size();
  const double starts = usual_overhead_seconds * static_cast<double>(members) /
                        static_cast<double>(setup_.groups.size());
  progress_ = progress(setup_.launches(), done, setup_.launch_budget_seconds + starts);
  for (const cell_group& group : setup_.groups)
    for (int number = 0; number < setup_.wanted.launches; ++number)
      if (!done_[group.id].contains(number)) progress_.expect(group.id);
}

bool round_loop::run_missing() {
  for (std::size_t b = 0; b < setup_.blocks.size(); ++b)
    for (const std::size_t index : setup_.blocks[b])
      if (!round(setup_.groups[index], static_cast<int>(b))) return false;
  while (further_seconds_ < (1.0 - first_share) * setup_.wanted.budget_seconds) {
    const cell_group* group = neediest();
    if (group == nullptr) return true;
    if (!round(*group, *done_[group->id].rbegin() + 1)) return false;
  }
  return true;
}

const cell_group* round_loop::neediest() const {
  const auto most = static_cast<std::size_t>(most_rounds_factor * setup_.wanted.launches);
  const cell_group* found = nullptr;
  double widest = 0.0;
  for (const group_state& state : judge_(lines_)) {
    const auto group = std::find_if(setup_.groups.begin(), setup_.groups.end(),
                                    [&](const cell_group& g) { return g.id == state.group; });
    if (state.decided || group == setup_.groups.end() || state.width <= widest) continue;
    if (skip_.reason(*cells_.at(group->id)) || done_.at(group->id).size() >= most) continue;
    found = &*group;
    widest = state.width;
  }
  return found;
}

round_settings round_loop::settings_of(const cell_group& group, int number) const {
  round_settings settings;
  settings.launch = setup_.settings_of(number);
  settings.memory_limit_bytes =
      shared_limit(setup_.wanted.memory_limit_bytes, group.members.size());
  settings.window_seconds = turn_window_seconds;
  settings.budget_seconds = setup_.launch_budget_seconds;
  settings.seed = setup_.wanted.seed + static_cast<std::uint64_t>(number);
  return settings;
}

bool round_loop::round(const cell_group& group, int number) {
  if (inbox_.interrupted()) return false;
  if (done_[group.id].contains(number)) return true;
  std::vector<const cell*> members;
  json skipped = json::array();
  for (const std::size_t index : group.members) {
    const cell& value = setup_.cells[index];
    if (const auto why = skip_.reason(value))
      skipped.push_back(skipped_line(value, {number, number}, *why));
    else
      members.push_back(&value);
  }
  round_result result = run_round(group.id, number, members, settings_of(group, number),
                                  folder_.fresh_records(), inbox_);
  folder_.clear_records();
  if (result.interrupted) return false;
  for (json& line : skipped) result.line["launches"].push_back(std::move(line));
  keep(result.line, result.wall_seconds);
  return true;
}

void round_loop::keep(const json& line, double wall_seconds) {
  store(line);
  take_in(line);
  say(fmt::format("{}\n", progress_.round_line(line, wall_seconds)));
}

}  // namespace dpscale::bench
