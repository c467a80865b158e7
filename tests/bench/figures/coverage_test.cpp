// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0

// Simulated sweeps with known truth: how often the intervals hold it. Seeded, so always the same.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bench/figures/statistics.hpp"
#include "tests/bench/support/random_source.hpp"

namespace dpscale::bench {
namespace {

constexpr int simulations = 2000;
constexpr int windows = 12;
constexpr double truth = 500'000.0;

bool holds(const estimate& figure, double value) {
  return figure.interval && figure.interval->low <= value && value <= figure.interval->high;
}

/// One launch's windows: 1 % between launches, 1 % between windows.
std::vector<double> launch_windows(test::random_source& random) {
  const double level = 0.01 * random.normal();
  std::vector<double> values;
  for (int i = 0; i < windows; ++i)
    values.push_back(truth * std::exp(level + 0.01 * random.normal()));
  return values;
}

struct coverage {
  double by_launches = 0.0, pooled = 0.0;
};

coverage simulate(int launches, std::uint64_t seed) {
  test::random_source random(seed);
  int by_launches = 0, pooled = 0;
  for (int s = 0; s < simulations; ++s) {
    std::vector<double> figures, all;
    for (int launch = 0; launch < launches; ++launch) {
      const auto values = launch_windows(random);
      figures.push_back(median(values));
      all.insert(all.end(), values.begin(), values.end());
    }
    by_launches += holds(of_launches(figures), truth);
    pooled += holds(of_launches(all), truth);
  }
  return {by_launches / static_cast<double>(simulations),
          pooled / static_cast<double>(simulations)};
}

// The standard error of a coverage of 95 % over 2,000 simulations is 0.5 points: four of them.
TEST(Coverage, IntervalsOverLaunchesHoldTheTruthAsOftenAsTheySay) {
  for (const int launches : {3, 5, 10}) {
    const coverage found = simulate(launches, 1000 + static_cast<std::uint64_t>(launches));
    EXPECT_NEAR(found.by_launches, 0.95, 0.02) << launches << " launches";
  }
}

TEST(Coverage, WindowsPooledOverLaunchesClaimFarTooMuch) {
  for (const int launches : {3, 5}) EXPECT_LT(simulate(launches, 7).pooled, 0.75) << launches;
}

TEST(Coverage, PairedRatiosHoldUnderDriftAndAreNarrow) {
  test::random_source random(42);
  int hit = 0;
  double width = 0.0;
  for (int s = 0; s < simulations; ++s) {
    std::vector<std::pair<double, double>> blocks;
    for (int b = 0; b < 5; ++b) {
      const double drift = 0.05 * random.normal();
      blocks.emplace_back(1.8 * truth * std::exp(drift + 0.005 * random.normal()),
                          truth * std::exp(drift + 0.005 * random.normal()));
    }
    const estimate ratio = paired_ratio(blocks);
    hit += holds(ratio, 1.8);
    width += (ratio.interval->high - ratio.interval->low) / 1.8 / simulations;
  }
  EXPECT_NEAR(hit / static_cast<double>(simulations), 0.95, 0.02);
  // Unpaired, 5 % between blocks would make it 2 x 2.3 x 0.05 x sqrt(2 / 5) = 15 % wide.
  EXPECT_LT(width, 0.03);
}

}  // namespace
}  // namespace dpscale::bench
