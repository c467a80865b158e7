// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/figures/statistics.hpp"

namespace dpscale::bench {

/// A cell's launch figures (samples a second) by the block they were taken in.
using series = std::map<int, double>;

/// An efficiency whose interval is wider than this is given as the interval alone (0.10 is ten
/// points).
inline constexpr double widest_interval = 0.10;

/// The figures of two cells that share a block, in block order.
[[nodiscard]] std::vector<std::pair<double, double>> in_same_blocks(const series& first,
                                                                    const series& second);

/// X(cell) / X(baseline), block by block.
[[nodiscard]] estimate speed_up(const series& measured, const series& baseline);

/// An efficiency as it may be given: `figure` itself, or, where its interval is wider than
/// `widest_interval`, the interval without a value, with a reason that says how many `replicates`
/// ("launches") would do. `log_deviation` is that of the ratio's logarithm from one to the next.
[[nodiscard]] estimate headline(estimate figure, double log_deviation, std::string_view replicates);

/// X(cell) / (N * X(baseline)): strong efficiency when the baseline ran the same global batch, weak
/// when it ran the cell's batch per device. An interval alone where it is too wide, see `headline`.
[[nodiscard]] estimate efficiency(const series& measured, const series& baseline, int devices);

/// Whether the value, or all of an interval without one, is above 1, which asks for an explanation.
[[nodiscard]] bool above_one(const estimate& figure);

/// The likely cause of an efficiency above 1, in words. `local_batch_gain` is X(1, b) / X(1, B) of
/// the same program on one device, for strong efficiency; nothing for weak.
[[nodiscard]] std::string cause_above_one(const estimate& figure,
                                          std::optional<double> local_batch_gain);

/// One batch of a line of cells that differ only in it.
struct batch_speed_up {
  std::int64_t global_batch = 0;
  estimate figure;  ///< against the plain baseline
  bool oversubscribed = false;
};

struct crossover {
  std::optional<std::int64_t> smallest_global_batch;
  std::string reason;  ///< why there is none, or a remark
};

/// The smallest measured batch from which on N devices beat one: the interval of the speed-up lies
/// above 1 (without an interval, its value does) there and at every larger batch. `line` is in
/// rising order of batch; cells without a figure and oversubscribed ones do not count.
[[nodiscard]] crossover find_crossover(std::span<const batch_speed_up> line);

}  // namespace dpscale::bench
