// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "trainers/run/measure/measure.hpp"

namespace dpscale {

/// Runs windows on all ranks at once. Every call is collective.
class windows_runner {
 public:
  windows_runner(world& ranks, stepper& work) : ranks_(&ranks), work_(&work) {}

  /// One window of `steps` steps.
  window run(std::uint64_t steps);
  /// Steps that are in no window and no sum.
  void run_untimed(std::uint64_t steps);
  void forget_samples() { samples_.clear(); }
  /// Samples of all windows since then, by rank.
  [[nodiscard]] const std::vector<std::uint64_t>& samples() const { return samples_; }

 private:
  world* ranks_;
  stepper* work_;
  std::vector<std::uint64_t> samples_;
};

/// Steps of `step` seconds that last `seconds` at least; 1 to a million.
[[nodiscard]] std::uint64_t steps_for(double seconds, double step);
/// The same for a window: 100 steps at least where a step is below 0.2 ms.
[[nodiscard]] std::uint64_t steps_for_window(double seconds, double step);

/// Runs the warm-up of measure(); seconds of a step at its end. Counts its windows and steps in
/// `result`.
double warm_up(const measure_settings& settings, windows_runner& runner, measurement& result);

}  // namespace dpscale
