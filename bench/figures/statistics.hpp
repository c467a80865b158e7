// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace dpscale::bench {

/// Two-sided confidence of every interval the harness gives.
inline constexpr double confidence = 0.95;
/// Below this many launches a figure has a value and no interval.
inline constexpr std::size_t least_launches = 3;

struct bounds {
  double low = 0.0, high = 0.0;
};

/// A derived figure: a value, its interval where one can be given, and in words why either is
/// missing. `note` remarks on a value that is there.
struct estimate {
  std::optional<double> value;
  std::optional<bounds> interval;
  std::string reason, note;

  [[nodiscard]] static estimate absent(std::string why) { return {{}, {}, std::move(why), {}}; }
};

/// The mean of positive values on the log scale. `values` is not empty.
[[nodiscard]] double geometric_mean(std::span<const double> values);

/// The `probability` quantile with linear interpolation between order statistics (Hyndman and Fan's
/// type 7, NumPy's default). `values` is not empty, in any order.
[[nodiscard]] double quantile(std::span<const double> values, double probability);
[[nodiscard]] double median(std::span<const double> values);

/// Geometric mean of one positive figure per launch, with Student's t interval on the logarithms.
[[nodiscard]] estimate of_launches(std::span<const double> figures);

/// Ratio first / second of figures taken in the same blocks: the mean of the paired log ratios and
/// its t interval. Pairing removes what drifts between blocks.
[[nodiscard]] estimate paired_ratio(std::span<const std::pair<double, double>> blocks);

/// Standard deviation (n - 1) of the logarithms of the paired ratios; 0 below two pairs.
[[nodiscard]] double paired_log_deviation(std::span<const std::pair<double, double>> blocks);

/// `figure` and its interval multiplied by `factor` > 0.
[[nodiscard]] estimate scaled(estimate figure, double factor);

/// Half of the interval of a mean of `count` >= 2 logarithms that deviate by `log_deviation`.
[[nodiscard]] double interval_half_width(double log_deviation, std::size_t count);

/// Fewest launches after which the interval of a figure near `value`, whose logarithm deviates by
/// `log_deviation` from launch to launch, is expected to be at most `width` wide; 0 when a thousand
/// are not enough.
[[nodiscard]] std::size_t launches_for_width(double log_deviation, double value, double width);

}  // namespace dpscale::bench
