// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/turns/group_section.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/figures/turns/ratio_states.hpp"
#include "bench/figures/turns/rounds.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

/// Why a group has no more rounds and no fewer.
std::string why(const group_state& state, int rounds, int first, double goal) {
  const std::string beyond = rounds > first
                                 ? fmt::format("{} beyond the first {}", rounds - first, first)
                                 : fmt::format("the first {}", first);
  if (rounds < first) return fmt::format("the sweep ended before the first {} were through", first);
  if (state.decided && state.width == 0.0) return beyond + ": no further one could decide it";
  if (state.decided)
    return fmt::format("{}: decided, its interval is at most {:.0f} points wide", beyond,
                       100 * goal);
  return fmt::format(
      "{}: then the budget was used up, or the most rounds a group gets were reached, "
      "and it is undecided",
      beyond);
}

}  // namespace

json group_section(const json& run, const std::vector<json>& lines, const std::vector<cell>& cells,
                   int cores) {
  json section = json::array();
  const json& schedule = run.at("schedule");
  if (schedule.value("groups", json::array()).empty()) return section;
  const int first = run.at("plan").at("launches").get<int>();
  const double goal = run.at("plan").value("interval_goal", widest_interval);
  std::map<std::string, int> rounds;
  for (const json* line : round_lines(lines)) ++rounds[(*line)["group"].get<std::string>()];
  std::map<std::string, group_state> states;
  for (group_state& state : ratio_states(cells, lines, cores, goal))
    states[state.group] = std::move(state);
  for (const json& group : schedule["groups"]) {
    const auto id = group.at("id").get<std::string>();
    const group_state& state = states[id];
    const bool known = std::isfinite(state.width) && state.width > 0.0;
    section.push_back({{"id", id},
                       {"rounds", rounds[id]},
                       {"width", known ? json(state.width) : json(nullptr)},
                       {"decided", state.decided},
                       {"reason", why(state, rounds[id], first, goal)}});
  }
  return section;
}

}  // namespace dpscale::bench
