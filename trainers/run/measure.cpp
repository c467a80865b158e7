// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/measure.hpp"

#include <algorithm>
#include <cmath>

#include "profiles/timing.hpp"

namespace dpscale {

namespace {

/// One rank's view of a window.
struct part {
  double seconds;
  std::uint64_t samples;
};

class windows_runner {
 public:
  windows_runner(world& ranks, stepper& work) : ranks_(&ranks), work_(&work) {}

  window run(std::uint64_t steps) {
    ranks_->barrier();
    part mine{};
    mine.seconds = profiles::timed([&] { mine.samples = work_->run(steps); });
    const std::vector<part> parts = ranks_->gather_all(mine);
    window all{0, steps, 0};
    samples_.resize(parts.size());
    for (std::size_t r = 0; r < parts.size(); ++r) {
      all.seconds = std::max(all.seconds, parts[r].seconds);
      all.samples += parts[r].samples;
      samples_[r] += parts[r].samples;
    }
    return all;
  }
  void forget_samples() { samples_.clear(); }
  [[nodiscard]] const std::vector<std::uint64_t>& samples() const { return samples_; }

 private:
  world* ranks_;
  stepper* work_;
  std::vector<std::uint64_t> samples_;
};

std::uint64_t steps_for(double window_seconds, double step) {
  constexpr double short_step = 0.2e-3;
  constexpr std::uint64_t least_of_short = 100, most = 1'000'000;
  const double wanted = std::ceil(window_seconds / std::max(step, 1e-9));
  const auto steps = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, most);
  return step < short_step ? std::max(steps, least_of_short) : steps;
}

/// Runs the warm-up; returns the steps a measured window takes.
std::uint64_t warm_up(const measure_settings& s, windows_runner& runner, measurement& result) {
  constexpr double agreement = 0.05, patience = 10, short_step = 1e-3;
  constexpr std::uint64_t steps_of_short = 1000;
  double elapsed = 0, step = 0, before = 0;
  std::uint64_t steps = 1;
  for (;;) {
    const window w = runner.run(steps);
    elapsed += w.seconds;
    ++result.warmup_windows;
    result.warmup_steps += w.steps;
    before = step;
    step = w.seconds / static_cast<double>(w.steps);
    const bool enough = elapsed >= s.warmup_seconds &&
                        (step >= short_step || result.warmup_steps >= steps_of_short);
    const bool steady = before > 0 && std::abs(step - before) <= agreement * before;
    steps = steps_for(s.window_seconds, step);
    if (enough && (steady || elapsed >= patience * s.warmup_seconds)) return steps;
  }
}

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

measurement measure(const measure_settings& s, world& ranks, stepper& work) {
  measurement result;
  windows_runner runner(ranks, work);
  const std::uint64_t steps = warm_up(s, runner, result);
  runner.forget_samples();
  double elapsed = 0;
  while (!result.reached_goal) {
    result.windows.push_back(runner.run(steps));
    elapsed += result.windows.back().seconds;
    if (result.windows.size() >= s.min_windows) {
      const window_figure rate = samples_per_second(result.windows);
      result.reached_goal = rate.high - rate.low <= 2 * s.interval_goal * rate.value;
    }
    if (elapsed >= s.budget_seconds) break;
  }
  result.samples_per_rank = runner.samples();
  return result;
}

}  // namespace dpscale
