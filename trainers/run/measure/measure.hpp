// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trainers/comm/world.hpp"
#include "trainers/run/measure/throttle_meter.hpp"

namespace dpscale {

/// A stretch of steps timed as one, from the common start to the last rank's end.
struct window {
  double seconds;
  std::uint64_t steps, samples;  ///< samples of all ranks, really processed
};

/// A value and the interval of the median of a launch's windows.
struct window_figure {
  double value, low, high;
};

struct measure_settings {
  double warmup_seconds, window_seconds, interval_goal, budget_seconds;
  std::size_t min_windows;
};

/// What ended a measurement.
enum class measuring_end { interval_goal, budget, turns };

/// What a measured launch gives. Windows of the warm-up are counted, not kept.
struct measurement {
  std::vector<window> windows;
  std::vector<std::uint64_t> samples_per_rank;
  std::uint64_t warmup_windows = 0, warmup_steps = 0;
  measuring_end ended_by = measuring_end::budget;
  std::optional<protocol::throttling> throttled;  ///< during the windows; rank 0's, see its meter
};

/// Steps of one rank, run together with the others'.
class stepper {
 public:
  virtual ~stepper() = default;
  /// Runs `steps` steps and returns the samples this rank processed.
  virtual std::uint64_t run(std::uint64_t steps) = 0;
};

/// Measures steady state: warm-up (at least warmup_seconds and, where a step is below 1 ms, 1,000
/// steps; then until two windows agree within 5 % or ten times the warm-up has passed), then
/// windows until the interval goal is met with min_windows, or the budget ends. A window lasts at
/// least window_seconds, and 100 steps where a step is below 0.2 ms. Collective: all ranks decide
/// alike. `meter` is rank 0's, to watch the windows with.
measurement measure(const measure_settings& settings, world& ranks, stepper& work,
                    throttle_meter meter = throttle_meter());

/// Median of the windows' rates with its distribution-free 95 % interval (order statistics, normal
/// approximation of the binomial).
window_figure samples_per_second(const std::vector<window>& windows);
window_figure step_seconds(const std::vector<window>& windows);

}  // namespace dpscale
