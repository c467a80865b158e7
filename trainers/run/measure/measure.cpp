// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/measure/measure.hpp"

#include <algorithm>
#include <cmath>

#include "trainers/run/measure/windows.hpp"

namespace dpscale {

namespace {

window_figure median_with_interval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  const double median = n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
  const double count = static_cast<double>(n), half = 1.96 * std::sqrt(count) / 2;
  const auto low = static_cast<std::size_t>(std::max(0.0, std::floor(count / 2 - half)));
  const auto high = static_cast<std::size_t>(std::min(count - 1, std::ceil(count / 2 + half) - 1));
  return {median, values[low], values[std::max(low, high)]};
}

}  // namespace

window_figure samples_per_second(const std::vector<window>& windows) {
  std::vector<double> rates;
  for (const window& w : windows) rates.push_back(static_cast<double>(w.samples) / w.seconds);
  return median_with_interval(std::move(rates));
}

window_figure step_seconds(const std::vector<window>& windows) {
  std::vector<double> steps;
  for (const window& w : windows) steps.push_back(w.seconds / static_cast<double>(w.steps));
  return median_with_interval(std::move(steps));
}

measurement measure(const measure_settings& s, world& ranks, stepper& work, throttle_meter meter) {
  measurement result;
  windows_runner runner(ranks, work);
  const std::uint64_t steps = steps_for_window(s.window_seconds, warm_up(s, runner, result));
  runner.forget_samples();
  const bool first_rank = ranks.rank() == 0;
  if (first_rank) meter.start();
  double elapsed = 0;
  for (bool goal_reached = false; !goal_reached;) {
    result.windows.push_back(runner.run(steps));
    elapsed += result.windows.back().seconds;
    if (result.windows.size() >= s.min_windows) {
      const window_figure rate = samples_per_second(result.windows);
      goal_reached = rate.high - rate.low <= 2 * s.interval_goal * rate.value;
    }
    if (goal_reached) result.ended_by = measuring_end::interval_goal;
    if (elapsed >= s.budget_seconds) break;
  }
  if (first_rank) meter.stop();
  result.throttled = meter.total();
  result.samples_per_rank = runner.samples();
  return result;
}

}  // namespace dpscale
