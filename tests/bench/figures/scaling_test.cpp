// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/scaling.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dpscale::bench {
namespace {

// Blocks drift by up to 30 %, both cells alike: the ratio is exact.
const series one{{0, 100.0}, {1, 130.0}, {2, 80.0}, {3, 101.0}};
const series two{{0, 180.0}, {1, 234.0}, {2, 144.0}, {3, 181.8}};

TEST(Scaling, SpeedUpIsTakenBlockByBlock) {
  const estimate figure = speed_up(two, one);
  ASSERT_TRUE(figure.value && figure.interval);
  EXPECT_NEAR(*figure.value, 1.8, 1e-12);
  EXPECT_NEAR(figure.interval->low, 1.8, 1e-9);
  EXPECT_NEAR(figure.interval->high, 1.8, 1e-9);
}

TEST(Scaling, EfficiencyIsSpeedUpPerDevice) {
  EXPECT_NEAR(efficiency(two, one, 2).value.value_or(0.0), 0.9, 1e-12);
  EXPECT_NEAR(efficiency(two, one, 4).value.value_or(0.0), 0.45, 1e-12);
}

TEST(Scaling, OnlyBlocksWithBothCount) {
  series partial{{1, 234.0}, {2, 144.0}, {9, 1e9}};
  const auto pairs = in_same_blocks(partial, one);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0], (std::pair{234.0, 130.0}));
  EXPECT_EQ(speed_up(partial, one).reason, "n = 2, no inference");
  EXPECT_NEAR(speed_up(partial, one).value.value_or(0.0), 1.8, 1e-12);
  EXPECT_FALSE(speed_up(series{{7, 1.0}}, one).value);
}

// Log ratios 0, 0.1, 0.2 around 0.9: deviation 0.1, half width 4.3027 x 0.1 / sqrt 3 = 0.248.
TEST(Scaling, AWideIntervalStandsByItselfWithWhatWouldDo) {
  series noisy, flat;
  for (int block = 0; block < 3; ++block) {
    flat[block] = 100.0;
    noisy[block] = 180.0 * std::exp(0.1 * (block - 1));
  }
  const estimate figure = efficiency(noisy, flat, 2);
  EXPECT_FALSE(figure.value);
  ASSERT_TRUE(figure.interval);
  EXPECT_TRUE(figure.too_wide());
  EXPECT_NEAR(figure.interval->low, 0.9 * std::exp(-0.2484), 1e-4);
  EXPECT_NEAR(figure.interval->high, 0.9 * std::exp(0.2484), 1e-4);
  EXPECT_EQ(figure.reason, "70 to 116 %: too wide for one figure; about 15 launches would do");
  // The speed-up itself is given with the interval it has.
  EXPECT_TRUE(speed_up(noisy, flat).value);
}

TEST(Scaling, AWideIntervalNamesWhatWasRepeated) {
  estimate figure;
  figure.value = 0.9;
  figure.interval = bounds{0.81, 1.03};
  EXPECT_EQ(headline(figure, 0.1, "rounds").reason,
            "81 to 103 %: too wide for one figure; about 15 rounds would do");
  EXPECT_EQ(headline(figure, 9.0, "rounds").reason,
            "81 to 103 %: too wide for one figure; the rounds differ too much for any number of "
            "them");
  EXPECT_FALSE(headline(estimate::absent("none"), 0.1, "rounds").too_wide());
  figure.interval.reset();
  EXPECT_TRUE(headline(figure, 0.1, "rounds").value);
}

TEST(Scaling, TenPointsIsTheLimit) {
  const auto pair_of = [](double deviation) {
    series noisy, flat;
    for (int block = 0; block < 3; ++block) {
      flat[block] = 1.0;
      noisy[block] = std::exp(deviation * (block - 1));
    }
    return efficiency(noisy, flat, 1);
  };
  // Width 2 sinh(2.4841 s): 10 points at s = 0.02012.
  EXPECT_TRUE(pair_of(0.0200).value);
  EXPECT_FALSE(pair_of(0.0203).value);
}

TEST(Scaling, AboveOneHasALikelyCause) {
  estimate figure;
  figure.value = 1.05;
  figure.interval = bounds{1.02, 1.08};
  EXPECT_TRUE(above_one(figure));
  EXPECT_NE(cause_above_one(figure, 1.2).find("20.0 % more samples"), std::string::npos);
  EXPECT_NE(cause_above_one(figure, 0.9).find("slowed"), std::string::npos);
  EXPECT_NE(cause_above_one(figure, std::nullopt).find("slowed"), std::string::npos);
  figure.interval->low = 0.99;
  EXPECT_NE(cause_above_one(figure, 1.2).find("within its interval"), std::string::npos);
  figure.value = 0.99;
  EXPECT_FALSE(above_one(figure));
  EXPECT_FALSE(above_one(estimate::absent("none")));
  figure.value.reset();
  EXPECT_FALSE(above_one(figure));
  figure.interval = bounds{1.05, 1.25};
  EXPECT_TRUE(above_one(figure));
}

batch_speed_up point(std::int64_t batch, double value, double low, bool crowded = false) {
  estimate figure;
  figure.value = value;
  figure.interval = bounds{low, 2 * value - low};
  return {batch, figure, crowded};
}

TEST(Crossover, IsTheSmallestBatchFromWhichOnAllWin) {
  const std::vector line{point(64, 0.5, 0.4), point(256, 1.1, 1.05), point(1024, 1.8, 1.7)};
  EXPECT_EQ(find_crossover(line).smallest_global_batch, 256);
  EXPECT_EQ(find_crossover(line).reason, "");
}

TEST(Crossover, AnIntervalThatHoldsOneDoesNotWin) {
  const std::vector line{point(64, 1.05, 0.98), point(256, 1.1, 1.05)};
  EXPECT_EQ(find_crossover(line).smallest_global_batch, 256);
}

TEST(Crossover, WithoutIntervalsTheValueDecides) {
  estimate single;
  single.value = 1.01;
  const std::vector<batch_speed_up> line{{64, single, false}};
  EXPECT_EQ(find_crossover(line).smallest_global_batch, 64);
}

TEST(Crossover, NotReachedSaysHowFarWasLookedAndWhy) {
  const std::vector slower{point(64, 0.5, 0.4), point(256, 0.9, 0.8)};
  EXPECT_FALSE(find_crossover(slower).smallest_global_batch);
  EXPECT_EQ(find_crossover(slower).reason,
            "not reached: at batch 256, the largest measured, one device is at least as fast");
  const std::vector unsure{point(64, 0.5, 0.4), point(256, 1.1, 0.9)};
  EXPECT_FALSE(find_crossover(unsure).smallest_global_batch);
  EXPECT_NE(find_crossover(unsure).reason.find("still holds 1"), std::string::npos);
  // A value below 1 is no proof either where its interval reaches above.
  const std::vector open{point(64, 0.5, 0.4), point(256, 0.9, 0.6)};
  EXPECT_NE(find_crossover(open).reason.find("still holds 1"), std::string::npos);
}

TEST(Crossover, AWinThatIsLostAgainIsSaid) {
  const std::vector line{point(64, 1.5, 1.4), point(256, 0.9, 0.8), point(512, 1.2, 1.1)};
  EXPECT_EQ(find_crossover(line).smallest_global_batch, 512);
  EXPECT_EQ(find_crossover(line).reason, "batch 64 won, not every larger one did");
}

TEST(Crossover, FailedAndOversubscribedCellsDoNotCount) {
  const std::vector<batch_speed_up> line{point(64, 1.5, 1.4, true),
                                         {128, estimate::absent("x"), false}};
  EXPECT_FALSE(find_crossover(line).smallest_global_batch);
  EXPECT_EQ(find_crossover(line).reason, "every cell is oversubscribed");
  EXPECT_NE(find_crossover({}).reason, "");
}

}  // namespace
}  // namespace dpscale::bench
