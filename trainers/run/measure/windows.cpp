// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/measure/windows.hpp"

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

}  // namespace

window windows_runner::run(std::uint64_t steps) {
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

void windows_runner::run_untimed(std::uint64_t steps) { work_->run(steps); }

std::uint64_t steps_for(double seconds, double step) {
  constexpr std::uint64_t most = 1'000'000;
  const double wanted = std::ceil(seconds / std::max(step, 1e-9));
  // Compared as numbers first: a ratio past 2^64 has no whole number.
  return wanted >= static_cast<double>(most)
             ? most
             : std::max<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1);
}

std::uint64_t steps_for_window(double seconds, double step) {
  constexpr double short_step = 0.2e-3;
  constexpr std::uint64_t least_of_short = 100;
  const std::uint64_t steps = steps_for(seconds, step);
  return step < short_step ? std::max(steps, least_of_short) : steps;
}

double warm_up(const measure_settings& s, windows_runner& runner, measurement& result) {
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
    if (enough && (steady || elapsed >= patience * s.warmup_seconds)) return step;
    steps = steps_for_window(s.window_seconds, step);
  }
}

}  // namespace dpscale
