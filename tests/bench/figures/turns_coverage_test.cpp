// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0

// Simulated sweeps of turns with a known truth: a sample of what scripts/soak coverage runs at
// length. Seeded, so always the same.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/figures/turns/foursomes.hpp"
#include "tests/bench/support/simulated_turns.hpp"

namespace dpscale::bench {
namespace {

constexpr int runs = 1000;

/// The probability of at most `most` of `count` at `chance` each, by the terms of the binomial.
double binomial_at_most(int most, int count, double chance) {
  double sum = 0.0;
  for (int k = 0; k <= most; ++k)
    sum += std::exp(std::lgamma(count + 1.0) - std::lgamma(k + 1.0) - std::lgamma(count - k + 1.0) +
                    k * std::log(chance) + (count - k) * std::log(1.0 - chance));
  return sum;
}

/// Of `runs` sweeps of x and y, whose true log ratio is `truth`: how many intervals hold `asked`,
/// how many lie wholly below it.
struct verdicts {
  int hold = 0, below = 0, given = 0;
};

verdicts sweeps(const test::machine& on, int rounds, double truth, double asked) {
  verdicts found;
  for (int run = 0; run < runs; ++run) {
    test::simulated_sweep sweep(on, truth, static_cast<std::uint64_t>(100 * run + rounds));
    const auto interval = speed_up(*ratios_of_rounds(sweep.rounds(rounds), "x", "y")).interval;
    if (!interval) continue;
    ++found.given;
    found.hold += interval->low <= std::exp(asked) && std::exp(asked) <= interval->high;
    found.below += interval->high < std::exp(asked);
  }
  return found;
}

const test::machine& machine_named(std::string_view name) {
  for (const test::machine& on : test::machines())
    if (on.name == name) return on;
  throw std::runtime_error("no such machine");
}

/// A machine, and whether the intervals on it may hold the truth more often than they say: a few
/// rounds far off make them wide.
struct expected {
  const char* name;
  bool cautious = false;
};

void PrintTo(const expected& value, std::ostream* out) { *out << value.name; }

class Turns : public testing::TestWithParam<expected> {};

// Each tail of the binomial at one in ten thousand: 923 to 974 of 1,000.
TEST_P(Turns, IntervalsHoldTheTruthAsOftenAsTheySay) {
  for (const int rounds : {3, 5, 10}) {
    const verdicts found =
        sweeps(machine_named(GetParam().name), rounds, std::log(1.8), std::log(1.8));
    EXPECT_GT(found.given, runs / 2);
    EXPECT_GT(binomial_at_most(found.hold, found.given, 0.95), 1e-4)
        << found.hold << " of " << found.given << ", " << rounds << " rounds";
    if (GetParam().cautious) continue;
    EXPECT_GT(1.0 - binomial_at_most(found.hold - 1, found.given, 0.95), 1e-4)
        << found.hold << " of " << found.given << ", " << rounds << " rounds";
  }
}

INSTANTIATE_TEST_SUITE_P(On, Turns,
                         testing::Values(expected{"quiet"}, expected{"drift"},
                                         expected{"autocorrelated"}, expected{"heavy tails"},
                                         expected{"bursts", true}, expected{"core lost, seen"},
                                         expected{"all of these"}),
                         [](const auto& tested) {
                           std::string name = tested.param.name;
                           std::erase_if(name, [](char c) { return c == ' ' || c == ','; });
                           return name;
                         });

// An effect on one side that outlives a round makes rounds alike: the table says so.
TEST(TurnsCarriedOver, ClaimTooMuch) {
  const verdicts carried = sweeps(machine_named("carried over"), 10, std::log(1.8), std::log(1.8));
  EXPECT_LT(binomial_at_most(carried.hold, carried.given, 0.95), 1e-4) << carried.hold;
}

TEST(PlantedLoss, OfFivePercentInOneMemberIsFound) {
  const double loss = std::log(0.95);
  for (const char* name : {"quiet", "drift", "core lost, seen"}) {
    const verdicts found = sweeps(machine_named(name), 10, std::log(1.8) + loss, std::log(1.8));
    EXPECT_GT(found.below, 0.98 * found.given) << name;
    EXPECT_GT(found.given, 0.98 * runs) << name;
  }
}

// What slows both alike for a whole round, by far more than that, is nothing.
TEST(PlantedLoss, OfBothAlikeIsNot) {
  test::machine slowed = machine_named("drift");
  slowed.drift = 0.5;
  const verdicts found = sweeps(slowed, 5, std::log(1.8), std::log(1.8));
  EXPECT_LT(found.below, 0.05 * runs);
  EXPECT_GT(binomial_at_most(found.hold, found.given, 0.95), 1e-4) << found.hold;
}

}  // namespace
}  // namespace dpscale::bench
