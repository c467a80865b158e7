// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace dpscale::bench {
namespace {

TEST(Schedule, EachBlockHoldsEachCellOnce) {
  const auto blocks = make_schedule(30, 5, 1);
  ASSERT_EQ(blocks.size(), 5U);
  for (block order : blocks) {
    std::sort(order.begin(), order.end());
    block all(30);
    std::iota(all.begin(), all.end(), std::size_t{0});
    EXPECT_EQ(order, all);
  }
}

TEST(Schedule, BlocksHaveDifferentOrders) {
  const auto blocks = make_schedule(30, 20, 1);
  EXPECT_EQ(std::set<block>(blocks.begin(), blocks.end()).size(), 20U);
}

TEST(Schedule, TheSeedDecides) {
  EXPECT_EQ(make_schedule(20, 4, 9), make_schedule(20, 4, 9));
  EXPECT_NE(make_schedule(20, 4, 9), make_schedule(20, 4, 10));
}

TEST(Schedule, MoreLaunchesKeepTheFirstBlocks) {
  const auto few = make_schedule(12, 3, 5), more = make_schedule(12, 8, 5);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), more.begin()));
}

TEST(Schedule, NoneAndOne) {
  EXPECT_TRUE(make_schedule(0, 3, 1)[2].empty());
  EXPECT_EQ(make_schedule(1, 2, 1), (std::vector<block>{{0}, {0}}));
  EXPECT_TRUE(make_schedule(5, 0, 1).empty());
}

// 6,000 blocks of four cells: each cell in each place 1,500 times, deviation sqrt(6000 * 3 / 16)
// = 34.
TEST(Schedule, PlacesAreUniform) {
  int counts[4][4] = {};
  for (const block& order : make_schedule(4, 6000, 3))
    for (std::size_t place = 0; place < 4; ++place) ++counts[order[place]][place];
  for (const auto& row : counts)
    for (const int count : row) EXPECT_NEAR(count, 1500, 5 * 34);
}

// From an independent mt19937_64 and Fisher-Yates in Python, so that a plan means the same
// everywhere.
TEST(Schedule, OrderIsFixedAcrossPlatforms) {
  const auto blocks = make_schedule(8, 2, 2024);
  EXPECT_EQ(blocks[0], (block{1, 7, 3, 0, 4, 5, 2, 6}));
  EXPECT_EQ(blocks[1], (block{6, 7, 1, 2, 0, 4, 3, 5}));
}

}  // namespace
}  // namespace dpscale::bench
