// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <vector>

namespace dpscale::bench {
namespace {

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double deviation(std::span<const double> values) {
  if (values.size() < 2) return 0.0;
  const double center = mean(values);
  double squares = 0.0;
  for (const double value : values) squares += (value - center) * (value - center);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// Student's t of the two-sided interval of `count` >= 2 values. In double throughout: by default
/// Boost works in long double, whose width differs from one architecture to another.
double student_t(std::size_t count) {
  using namespace boost::math::policies;
  using distribution = boost::math::students_t_distribution<double, policy<promote_double<false>>>;
  return quantile(distribution(static_cast<double>(count - 1)), 0.5 + confidence / 2);
}

/// exp of the mean of `logs` with exp of its t interval.
estimate from_logs(std::span<const double> logs) {
  if (logs.empty()) return estimate::absent("no launch gave this figure");
  estimate result;
  const double center = mean(logs);
  result.value = std::exp(center);
  if (logs.size() < least_launches) {
    result.reason = fmt::format("n = {}, no inference", logs.size());
    return result;
  }
  const double half = interval_half_width(deviation(logs), logs.size());
  result.interval = bounds{std::exp(center - half), std::exp(center + half)};
  return result;
}

std::vector<double> log_ratios(std::span<const std::pair<double, double>> blocks) {
  std::vector<double> logs;
  logs.reserve(blocks.size());
  for (const auto& [first, second] : blocks) {
    assert(first > 0.0 && second > 0.0);
    logs.push_back(std::log(first / second));
  }
  return logs;
}

}  // namespace

double geometric_mean(std::span<const double> values) {
  assert(!values.empty());
  double sum = 0.0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

double quantile(std::span<const double> values, double probability) {
  assert(!values.empty() && probability >= 0.0 && probability <= 1.0);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double position = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double weight = position - static_cast<double>(below);
  return sorted[below] + weight * (sorted[above] - sorted[below]);
}

double median(std::span<const double> values) { return quantile(values, 0.5); }

estimate of_launches(std::span<const double> figures) {
  std::vector<double> logs;
  logs.reserve(figures.size());
  for (const double figure : figures) {
    assert(figure > 0.0);
    logs.push_back(std::log(figure));
  }
  return from_logs(logs);
}

estimate paired_ratio(std::span<const std::pair<double, double>> blocks) {
  if (blocks.empty()) return estimate::absent("no block holds a launch of both cells");
  return from_logs(log_ratios(blocks));
}

double paired_log_deviation(std::span<const std::pair<double, double>> blocks) {
  return deviation(log_ratios(blocks));
}

estimate scaled(estimate figure, double factor) {
  assert(factor > 0.0);
  if (figure.value) *figure.value *= factor;
  if (figure.interval)
    figure.interval = {figure.interval->low * factor, figure.interval->high * factor};
  return figure;
}

double interval_half_width(double log_deviation, std::size_t count) {
  assert(count >= 2);
  return student_t(count) * log_deviation / std::sqrt(static_cast<double>(count));
}

std::size_t launches_for_width(double log_deviation, double value, double width) {
  for (std::size_t n = least_launches; n <= 1000; ++n) {
    const double half = interval_half_width(log_deviation, n);
    if (value * (std::exp(half) - std::exp(-half)) <= width) return n;
  }
  return 0;
}

}  // namespace dpscale::bench
