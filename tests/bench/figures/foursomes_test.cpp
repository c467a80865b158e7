// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/turns/foursomes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/bench/support/turns.hpp"

namespace dpscale::bench {
namespace {

using test::add_pass;
using test::round_with;

turn with(double seconds, disturbance lost) { return {"x", 0, seconds, 1, 1, 1, lost}; }

TEST(Disturbed, IsMoreThanATwentiethOfTheTurnOrAnyThrottling) {
  EXPECT_FALSE(disturbed(with(0.02, {})));
  EXPECT_FALSE(disturbed(with(0.02, {0.0, 0.00099, 500, 0})));
  EXPECT_TRUE(disturbed(with(0.02, {0.0, 0.00101, 0, 0})));
  EXPECT_TRUE(disturbed(with(0.02, {0.0006, 0.0006, 0, 0})));
  EXPECT_TRUE(disturbed(with(0.02, {{}, {}, {}, 1})));
  // One tick of steal is 10 ms: half of a short turn, a fiftieth of a long one.
  EXPECT_TRUE(disturbed(with(0.02, {0.01, 0.0, 0, 0})));
  EXPECT_FALSE(disturbed(with(0.5, {0.01, 0.0, 0, 0})));
}

TEST(MiddleMean, LeavesOutTheLowestAndHighestQuarterRoundedDown) {
  EXPECT_DOUBLE_EQ(middle_mean(std::vector{5.0}), 5.0);
  EXPECT_DOUBLE_EQ(middle_mean(std::vector{9.0, 0.0, 3.0}), 4.0);
  EXPECT_DOUBLE_EQ(middle_mean(std::vector{100.0, 2.0, -50.0, 4.0}), 3.0);
  EXPECT_DOUBLE_EQ(middle_mean(std::vector{7.0, 1.0, 2.0, 3.0, 5.0, 1e9, -1e9, 4.0}), 3.5);
}

// By hand: foursomes 0.1, 0.2, 0.3 and 9.0 of which the outer two go: 0.25; then 0.35 and 0.45.
// Mean 0.35, deviation 0.1, half width 4.302653 x 0.1 / sqrt 3.
TEST(RatiosOfRounds, AreAStudentIntervalOverTheRoundsMiddleMeans) {
  const std::vector rounds{round_with(0, {0.2, 0.1, 9.0, 0.3}), round_with(1, {0.35, 0.35, 0.35}),
                           round_with(2, {0.45, 0.55, 0.35})};
  const auto found = ratios_of_rounds(rounds, "x", "y");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->counts.rounds, 3U);
  EXPECT_EQ(found->counts.foursomes, 10U);
  EXPECT_EQ(found->counts.left_out, 0U);
  const estimate figure = speed_up(*found);
  ASSERT_TRUE(figure.value && figure.interval);
  EXPECT_NEAR(std::log(*figure.value), 0.35, 1e-12);
  EXPECT_NEAR(std::log(figure.interval->high), 0.35 + 4.302653 * 0.1 / std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(std::log(figure.interval->low), 0.35 - 4.302653 * 0.1 / std::sqrt(3.0), 1e-6);
  // The other way round it is the reciprocal.
  EXPECT_NEAR(std::log(*speed_up(*ratios_of_rounds(rounds, "y", "x")).value), -0.35, 1e-12);
}

TEST(RatiosOfRounds, ALinearDriftCancelsWithinAFoursome) {
  round drifting{"x", 0, {}};
  double level = 1e5;
  for (int pass = 0; pass < 4; ++pass)
    for (const char* cell : {"x", "z", "y", "y", "z", "x"}) {
      drifting.turns.push_back(
          test::turn_at(cell, pass, (cell == std::string("x") ? 1.5 : 1.0) * level));
      level *= 1.03;
    }
  const auto found = ratios_of_rounds(std::vector{drifting}, "x", "y");
  EXPECT_NEAR(found->ratios.at(0), 1.5, 1e-12);
}

TEST(RatiosOfRounds, DisturbedFoursomesAreLeftOutAndCounted) {
  round value = round_with(0, {0.1, 0.1, 0.1});
  add_pass(value, 3, 5.0, true);
  add_pass(value, 4, 5.0, true);
  const auto found = ratios_of_rounds(std::vector{value}, "x", "y");
  EXPECT_NEAR(found->ratios.at(0), std::exp(0.1), 1e-12);
  EXPECT_EQ(found->counts.foursomes, 3U);
  EXPECT_EQ(found->counts.left_out, 2U);
  EXPECT_EQ(found->counts.disturbed, 2U);
}

TEST(RatiosOfRounds, ARoundTakesThreeFoursomes) {
  const std::vector rounds{round_with(0, {0.1, 0.1, 0.1}), round_with(1, {5.0, 5.0})};
  const auto found = ratios_of_rounds(rounds, "x", "y");
  EXPECT_EQ(found->ratios.size(), 1U);
  EXPECT_EQ(found->counts.left_out, 2U);
  EXPECT_EQ(found->counts.disturbed, 0U);
}

TEST(RatiosOfRounds, APassThatWasCutShortIsNoFoursome) {
  round value = round_with(0, {0.1, 0.1, 0.1, 5.0});
  value.turns.pop_back();
  const auto found = ratios_of_rounds(std::vector{value}, "x", "y");
  EXPECT_EQ(found->counts.foursomes, 3U);
  EXPECT_NEAR(found->ratios.at(0), std::exp(0.1), 1e-12);
  EXPECT_EQ(found->counts.left_out, 0U);
}

TEST(RatiosOfRounds, EveryRoundThatHoldsBothCountsWhateverItsGroup) {
  const std::vector rounds{round_with(0, {0.1, 0.1, 0.1}, "a"),
                           round_with(0, {0.3, 0.3, 0.3}, "b")};
  EXPECT_EQ(ratios_of_rounds(rounds, "x", "y")->ratios.size(), 2U);
  EXPECT_FALSE(ratios_of_rounds(rounds, "x", "z"));
  EXPECT_FALSE(ratios_of_rounds({}, "x", "y"));
}

TEST(RatiosOfRounds, BelowThreeRoundsThereIsNoInterval) {
  std::vector rounds{round_with(0, {0.1, 0.1, 0.1})};
  EXPECT_EQ(speed_up(*ratios_of_rounds(rounds, "x", "y")).reason, "n = 1 round, no inference");
  rounds.push_back(round_with(1, {0.3, 0.3, 0.3}));
  const auto found = ratios_of_rounds(rounds, "x", "y");
  EXPECT_EQ(speed_up(*found).reason, "n = 2 rounds, no inference");
  EXPECT_EQ(efficiency(*found, 2).reason, "n = 2 rounds, no inference");
  EXPECT_NEAR(*efficiency(*found, 2).value, std::exp(0.2) / 2, 1e-12);
  EXPECT_FALSE(speed_up(*found).interval);
}

TEST(RatiosOfRounds, WhereAllAreDisturbedTheReasonIsInNumbers) {
  std::vector<round> rounds;
  for (int number = 0; number < 4; ++number) {
    round value = round_with(number, {0.1, 0.1});
    for (int pass = 2; pass < 12; ++pass) add_pass(value, pass, 0.1, true);
    rounds.push_back(value);
  }
  const auto found = ratios_of_rounds(rounds, "x", "y");
  EXPECT_FALSE(speed_up(*found).value);
  EXPECT_EQ(efficiency(*found, 2).reason,
            "40 of 48 foursomes were disturbed (a side lost its cores): no valid turns");
  EXPECT_EQ(found->counts.left_out, 48U);
  EXPECT_EQ(speed_up(*ratios_of_rounds(std::vector{round_with(0, {0.1})}, "x", "y")).reason,
            "no round has 3 whole foursomes: no valid turns");
}

}  // namespace
}  // namespace dpscale::bench
