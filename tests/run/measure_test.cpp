// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/measure/measure.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace dpscale {
namespace {

class fake_work final : public stepper {
 public:
  fake_work(std::uint64_t samples_per_step, std::chrono::microseconds step)
      : samples_(samples_per_step), step_(step) {}
  std::uint64_t run(std::uint64_t steps) override {
    const auto end = std::chrono::steady_clock::now() + steps * step_;
    while (std::chrono::steady_clock::now() < end) {
    }
    steps_ += steps;
    return steps * samples_;
  }
  std::uint64_t steps_ = 0;

 private:
  std::uint64_t samples_;
  std::chrono::microseconds step_;
};

TEST(measure, counts_what_was_really_processed) {
  alone ranks;
  fake_work work(32, std::chrono::microseconds(2000));
  const measurement m = measure({0.01, 0.005, 0.01, 0.1, 10}, ranks, work);
  std::uint64_t steps = m.warmup_steps, samples = 0;
  for (const window& w : m.windows) {
    EXPECT_GE(w.steps, 1U);
    EXPECT_EQ(w.samples, 32 * w.steps);
    steps += w.steps;
    samples += w.samples;
  }
  EXPECT_EQ(steps, work.steps_);
  ASSERT_EQ(m.samples_per_rank.size(), 1U);
  EXPECT_EQ(m.samples_per_rank.front(), samples);
}

TEST(measure, warms_up_for_a_thousand_steps_where_they_are_short) {
  alone ranks;
  fake_work work(1, std::chrono::microseconds(0));
  const measurement m = measure({1e-6, 1e-6, 0.5, 0.0, 3}, ranks, work);
  EXPECT_GE(m.warmup_steps, 1000U);
  for (const window& w : m.windows) EXPECT_GE(w.steps, 100U);
}

TEST(measure, ends_at_its_budget_with_at_least_one_window) {
  alone ranks;
  fake_work work(1, std::chrono::microseconds(1500));
  const measurement m = measure({1e-3, 1e-3, 1e-9, 0.0, 10}, ranks, work);
  EXPECT_EQ(m.windows.size(), 1U);
  EXPECT_EQ(m.ended_by, measuring_end::budget);
}

TEST(window_figures, are_medians_of_rates_with_order_statistic_bounds) {
  std::vector<window> windows;
  for (const double seconds : {2.0, 1.0, 4.0}) windows.push_back({seconds, 10, 100});
  const window_figure rate = samples_per_second(windows);
  EXPECT_DOUBLE_EQ(rate.value, 50);
  EXPECT_DOUBLE_EQ(rate.low, 25);
  EXPECT_DOUBLE_EQ(rate.high, 100);
  EXPECT_DOUBLE_EQ(step_seconds(windows).value, 0.2);
}

TEST(window_figures, interval_of_a_hundred_windows_is_the_binomial_one) {
  std::vector<window> windows;
  for (int i = 1; i <= 100; ++i) windows.push_back({static_cast<double>(i), 1, 1});
  const window_figure step = step_seconds(windows);
  EXPECT_DOUBLE_EQ(step.value, 50.5);
  // Ranks 41 and 60 bound the median of 100 with 94 to 96 % (binomial tables).
  EXPECT_NEAR(step.low, 41, 1);
  EXPECT_NEAR(step.high, 60, 1);
}

}  // namespace
}  // namespace dpscale
