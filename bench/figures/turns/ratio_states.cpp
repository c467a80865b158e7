// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/turns/ratio_states.hpp"

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/figures/cell_result.hpp"
#include "bench/figures/turns/foursomes.hpp"
#include "bench/figures/turns/rounds.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

class judge {
 public:
  judge(const std::vector<cell_result>& results, const std::vector<round>& rounds, double goal)
      : rounds_(rounds), goal_(goal) {
    for (const cell_result& result : results) by_id_[result.configuration.id()] = &result;
  }

  [[nodiscard]] group_state state_of(const std::string& group) const {
    const auto measured = by_id_.find(group);
    if (measured == by_id_.end()) return {group, 0.0, true};
    const cell& c = measured->second->configuration;
    const std::string& against = c.strong_plain.empty() ? c.strong_self : c.strong_plain;
    const auto baseline = by_id_.find(against);
    if (baseline == by_id_.end() || failed(*measured->second) || failed(*baseline->second))
      return {group, 0.0, true};
    const double width = width_of(c, against);
    return {group, width, width <= goal_};
  }

 private:
  static bool failed(const cell_result& result) { return !result.failed.empty(); }

  [[nodiscard]] double width_of(const cell& c, const std::string& against) const {
    const auto found = ratios_of_rounds(rounds_, c.id(), against);
    const auto interval = found ? speed_up(*found).interval : std::nullopt;
    if (!interval) return std::numeric_limits<double>::infinity();
    return (interval->high - interval->low) / c.devices;
  }

  const std::vector<round>& rounds_;
  double goal_;
  std::map<std::string, const cell_result*> by_id_;
};

}  // namespace

std::vector<group_state> ratio_states(const std::vector<cell>& cells,
                                      const std::vector<json>& lines, int cores, double goal) {
  const auto results = gather(cells, lines, 0);
  const auto rounds = rounds_in(lines, cells, cores);
  const judge judged(results, rounds, goal);
  std::set<std::string> groups;
  for (const json* line : round_lines(lines)) groups.insert((*line)["group"].get<std::string>());
  std::vector<group_state> states;
  for (const std::string& group : groups) states.push_back(judged.state_of(group));
  return states;
}

}  // namespace dpscale::bench
