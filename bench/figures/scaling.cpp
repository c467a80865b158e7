// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/scaling.hpp"

#include <fmt/format.h>

#include "bench/text/numbers.hpp"

namespace dpscale::bench {
namespace {

bool beats_one(const estimate& figure) {
  return figure.interval ? figure.interval->low > 1.0 : figure.value.value_or(0.0) > 1.0;
}

bool holds_one(const estimate& figure) {
  return figure.interval && figure.interval->low <= 1.0 && figure.interval->high > 1.0;
}

}  // namespace

std::vector<std::pair<double, double>> in_same_blocks(const series& first, const series& second) {
  std::vector<std::pair<double, double>> pairs;
  for (const auto& [block, figure] : first) {
    const auto other = second.find(block);
    if (other != second.end()) pairs.emplace_back(figure, other->second);
  }
  return pairs;
}

estimate speed_up(const series& measured, const series& baseline) {
  return paired_ratio(in_same_blocks(measured, baseline));
}

estimate headline(estimate figure, double log_deviation, std::string_view replicates) {
  if (!figure.value || !figure.interval) return figure;
  const auto [low, high] = *figure.interval;
  if (high - low <= widest_interval) return figure;
  const std::size_t enough = launches_for_width(log_deviation, *figure.value, widest_interval);
  figure.reason = fmt::format(
      "{} %: too wide for one figure; {}", percent_range(low, high, " to "),
      enough > 0 ? fmt::format("about {} {} would do", enough, replicates)
                 : fmt::format("the {} differ too much for any number of them", replicates));
  figure.value.reset();
  return figure;
}

estimate efficiency(const series& measured, const series& baseline, int devices) {
  const auto pairs = in_same_blocks(measured, baseline);
  return headline(scaled(paired_ratio(pairs), 1.0 / devices), paired_log_deviation(pairs),
                  "launches");
}

bool above_one(const estimate& figure) {
  return figure.value ? *figure.value > 1.0 : figure.interval && figure.interval->low > 1.0;
}

std::string cause_above_one(const estimate& figure, std::optional<double> local_batch_gain) {
  if (figure.interval && figure.interval->low <= 1.0)
    return "above 100 %, within its interval of it";
  if (local_batch_gain && *local_batch_gain > 1.0)
    return fmt::format(
        "above 100 %: one device alone runs {:.1f} % more samples a second at this cell's batch "
        "per "
        "device (its working set fits a nearer cache)",
        100 * (*local_batch_gain - 1.0));
  return "above 100 %: the baseline was slowed by something that the N devices were spared "
         "(another "
         "process on its core, a lower clock), or lacks an optimisation they have";
}

crossover find_crossover(std::span<const batch_speed_up> line) {
  crossover result;
  const batch_speed_up* largest = nullptr;
  std::int64_t earlier_win = 0;
  bool crowded = false;
  for (const batch_speed_up& point : line) {
    if (point.oversubscribed) crowded = true;
    if (point.oversubscribed || !point.figure.value) continue;
    largest = &point;
    if (beats_one(point.figure)) {
      if (!result.smallest_global_batch) result.smallest_global_batch = point.global_batch;
    } else if (result.smallest_global_batch) {
      earlier_win = *result.smallest_global_batch;
      result.smallest_global_batch.reset();
    }
  }
  if (largest == nullptr) {
    result.reason = crowded ? "every cell is oversubscribed" : "no cell of this line has a figure";
  } else if (!result.smallest_global_batch) {
    result.reason =
        fmt::format("not reached: at batch {}, the largest measured, {}", largest->global_batch,
                    holds_one(largest->figure) ? "the interval of the speed-up still holds 1"
                                               : "one device is at least as fast");
  }
  if (earlier_win > 0)
    result.reason += fmt::format("{}batch {} won, not every larger one did",
                                 result.reason.empty() ? "" : "; ", earlier_win);
  return result;
}

}  // namespace dpscale::bench
