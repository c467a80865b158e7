// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/turns/foursomes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace dpscale::bench {
namespace {

/// One cell's turns in a pass.
struct side {
  int turns = 0;
  double logs = 0.0;  ///< the sum of the logarithms of samples a second
  bool disturbed = false;

  void add(const turn& taken) {
    ++turns;
    logs += std::log(static_cast<double>(taken.samples) / taken.seconds);
    disturbed = disturbed || bench::disturbed(taken);
  }
};

bool holds(const round& value, const std::string& cell) {
  return std::any_of(value.turns.begin(), value.turns.end(),
                     [&](const turn& taken) { return taken.cell == cell; });
}

/// What the ratios would be measured against if they were two cells' launches.
series ones_like(const series& ratios) {
  series ones;
  for (const auto& [number, ratio] : ratios) ones[number] = 1.0;
  return ones;
}

std::string why_none(const turn_counts& counts) {
  if (counts.disturbed > 0)
    return fmt::format("{} of {} foursomes were disturbed (a side lost its cores): no valid turns",
                       counts.disturbed, counts.foursomes + counts.left_out);
  return fmt::format("no round has {} whole foursomes: no valid turns", least_foursomes);
}

/// `figure`, in words that say rounds where they are too few for an interval.
estimate of_rounds(estimate figure, const round_ratios& measured) {
  if (measured.ratios.empty()) return estimate::absent(why_none(measured.counts));
  if (measured.ratios.size() < least_launches)
    figure.reason = fmt::format("n = {} round{}, no inference", measured.ratios.size(),
                                measured.ratios.size() == 1 ? "" : "s");
  return figure;
}

}  // namespace

bool disturbed(const turn& taken) {
  const double lost =
      taken.lost.steal_seconds.value_or(0.0) + taken.lost.run_queue_wait_seconds.value_or(0.0);
  return lost > disturbed_share * taken.seconds || taken.lost.throttled_periods.value_or(0) > 0;
}

double middle_mean(std::span<const double> values) {
  assert(!values.empty());
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto quarter = static_cast<std::ptrdiff_t>(sorted.size() / 4);
  const auto kept = static_cast<double>(sorted.size()) - 2.0 * static_cast<double>(quarter);
  return std::accumulate(sorted.begin() + quarter, sorted.end() - quarter, 0.0) / kept;
}

foursomes foursomes_in(const round& value, const std::string& first, const std::string& second) {
  std::map<int, std::pair<side, side>> passes;
  for (const turn& taken : value.turns) {
    if (taken.cell == first) passes[taken.pass].first.add(taken);
    if (taken.cell == second) passes[taken.pass].second.add(taken);
  }
  foursomes result;
  for (const auto& [pass, sides] : passes) {
    const auto& [a, b] = sides;
    if (a.turns != 2 || b.turns != 2) continue;
    if (a.disturbed || b.disturbed)
      ++result.disturbed;
    else
      result.log_ratios.push_back((a.logs - b.logs) / 2.0);
  }
  return result;
}

std::optional<round_ratios> ratios_of_rounds(std::span<const round> rounds,
                                             const std::string& first, const std::string& second) {
  round_ratios result;
  bool any = false;
  for (const round& value : rounds) {
    if (!holds(value, first) || !holds(value, second)) continue;
    any = true;
    const auto [logs, lost] = foursomes_in(value, first, second);
    result.counts.disturbed += lost;
    result.counts.left_out += lost;
    if (logs.size() < least_foursomes) {
      result.counts.left_out += logs.size();
      continue;
    }
    result.ratios[static_cast<int>(result.counts.rounds++)] = std::exp(middle_mean(logs));
    result.counts.foursomes += logs.size();
  }
  return any ? std::optional(std::move(result)) : std::nullopt;
}

estimate speed_up(const round_ratios& measured) {
  return of_rounds(speed_up(measured.ratios, ones_like(measured.ratios)), measured);
}

estimate efficiency(const round_ratios& measured, int devices) {
  return of_rounds(efficiency(measured.ratios, ones_like(measured.ratios), devices), measured);
}

}  // namespace dpscale::bench
