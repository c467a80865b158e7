// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace dpscale::bench {
namespace {

// scipy.stats.t.ppf(0.975, degrees), SciPy 1.x, 15 digits. The widths of intervals give t back:
// half a width on the log scale is t times the standard error.
TEST(Statistics, IntervalsAreAsWideAsScipysStudentT) {
  const std::vector<std::pair<std::size_t, double>> quantiles{
      {2, 4.30265272974946}, {3, 3.18244630528371},  {4, 2.77644510519779},  {6, 2.44691185114498},
      {9, 2.2621571627982},  {30, 2.04227245630124}, {999, 1.96234146113345}};
  for (const auto& [degrees, t] : quantiles) {
    const auto n = static_cast<double>(degrees + 1);
    std::vector<double> figures(degrees + 1, 1.0);
    figures[0] = std::exp(1.0);  // of logarithms 1, 0, 0, ... the deviation is 1 / sqrt(n)
    const estimate figure = of_launches(figures);
    ASSERT_TRUE(figure.interval) << degrees;
    const double half = 0.5 * std::log(figure.interval->high / figure.interval->low);
    EXPECT_NEAR(half * n / t, 1.0, 1e-12) << degrees;
  }
}

TEST(Statistics, GeometricMeanIsTheRootOfTheProduct) {
  EXPECT_NEAR(geometric_mean(std::vector{2.0, 8.0}), 4.0, 1e-12);
  EXPECT_NEAR(geometric_mean(std::vector{1.0, 10.0, 100.0}), 10.0, 1e-12);
}

// numpy.quantile([3, 1, 4, 1.5, 9], ...)
TEST(Statistics, QuantilesInterpolateAsNumpyDoes) {
  const std::vector values{3.0, 1.0, 4.0, 1.5, 9.0};
  EXPECT_DOUBLE_EQ(quantile(values, 0.0), 1.0);
  EXPECT_DOUBLE_EQ(quantile(values, 0.1), 1.2);
  EXPECT_DOUBLE_EQ(quantile(values, 0.25), 1.5);
  EXPECT_DOUBLE_EQ(median(values), 3.0);
  EXPECT_DOUBLE_EQ(quantile(values, 0.77), 4.4);
  EXPECT_DOUBLE_EQ(quantile(values, 1.0), 9.0);
  EXPECT_DOUBLE_EQ(median(std::vector{7.0}), 7.0);
}

// exp(scipy.stats.t.interval(0.95, 4, mean(log x), sem(log x))) and scipy.stats.gmean(x)
TEST(Statistics, IntervalOfLaunchesIsStudentsOnTheLogarithms) {
  const std::vector launches{101234.0, 99871.0, 100456.0, 98765.0, 102003.0};
  const estimate figure = of_launches(launches);
  ASSERT_TRUE(figure.value && figure.interval);
  EXPECT_NEAR(*figure.value, 100459.621602, 1e-5);
  EXPECT_NEAR(figure.interval->low, 98924.3097334, 1e-5);
  EXPECT_NEAR(figure.interval->high, 102018.761613, 1e-5);
}

// The same on log(a / b), with its deviation (ddof = 1).
TEST(Statistics, RatiosArePairedByBlock) {
  const std::vector<std::pair<double, double>> blocks{
      {190, 100}, {200, 104}, {185, 99}, {210, 108}, {195, 101}};
  const estimate figure = paired_ratio(blocks);
  ASSERT_TRUE(figure.value && figure.interval);
  EXPECT_NEAR(*figure.value, 1.91319445545, 1e-10);
  EXPECT_NEAR(figure.interval->low, 1.87648414508, 1e-10);
  EXPECT_NEAR(figure.interval->high, 1.95062294236, 1e-10);
  EXPECT_NEAR(paired_log_deviation(blocks), 0.015603612925, 1e-11);
}

TEST(Statistics, FewerThanThreeLaunchesHaveNoInterval) {
  const estimate one = of_launches(std::vector{100.0});
  EXPECT_NEAR(one.value.value_or(0.0), 100.0, 1e-9);
  EXPECT_FALSE(one.interval);
  EXPECT_EQ(one.reason, "n = 1, no inference");
  const estimate two = of_launches(std::vector{100.0, 400.0});
  EXPECT_NEAR(two.value.value_or(0.0), 200.0, 1e-9);
  EXPECT_FALSE(two.interval);
  EXPECT_EQ(two.reason, "n = 2, no inference");
  EXPECT_TRUE(of_launches(std::vector{100.0, 101.0, 99.0}).interval);
}

TEST(Statistics, NothingIsAbsentWithAReason) {
  EXPECT_FALSE(of_launches({}).value);
  EXPECT_FALSE(of_launches({}).reason.empty());
  EXPECT_FALSE(paired_ratio({}).value);
  EXPECT_FALSE(paired_ratio({}).reason.empty());
}

TEST(Statistics, ScalingMovesValueAndInterval) {
  estimate figure;
  figure.value = 1.8;
  figure.interval = bounds{1.7, 1.9};
  const estimate half = scaled(figure, 0.5);
  EXPECT_DOUBLE_EQ(half.value.value_or(0.0), 0.9);
  EXPECT_DOUBLE_EQ(half.interval->low, 0.85);
  EXPECT_DOUBLE_EQ(half.interval->high, 0.95);
}

// By hand: at deviation s the width is 2 sinh(t s / sqrt n); s = 0.0283 gives 0.141 at 3, 0.090
// at 4.
TEST(Statistics, LaunchesForAWidthAreTheFewestThatDo) {
  const double deviation = 0.0283;
  EXPECT_EQ(launches_for_width(deviation, 1.0, 0.10), 4U);
  EXPECT_EQ(launches_for_width(deviation, 1.0, 0.145), 3U);
  EXPECT_EQ(launches_for_width(0.0, 1.0, 0.10), 3U);
  EXPECT_EQ(launches_for_width(100.0, 1.0, 0.10), 0U);
  EXPECT_GT(launches_for_width(0.1, 1.0, 0.10), 10U);
}

}  // namespace
}  // namespace dpscale::bench
