// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/batches.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "trainers/data/permutation.hpp"

namespace dpscale::data {
namespace {

TEST(batches, counts_those_of_an_epoch) {
  EXPECT_EQ(batches_per_epoch(60000, 32, tail_rule::keep), 1875U);
  EXPECT_EQ(batches_per_epoch(60000, 64, tail_rule::keep), 938U);
  EXPECT_EQ(batches_per_epoch(60000, 64, tail_rule::drop), 937U);
  EXPECT_EQ(batches_per_epoch(60000, 60000, tail_rule::drop), 1U);
  EXPECT_EQ(batches_per_epoch(60000, 60001, tail_rule::keep), 1U);
  EXPECT_EQ(batches_per_epoch(60000, 60001, tail_rule::drop), 0U);
  EXPECT_EQ(samples_per_epoch(60000, 64, tail_rule::keep), 60000U);
  EXPECT_EQ(samples_per_epoch(60000, 64, tail_rule::drop), 59968U);
}

TEST(batches, end_the_epoch_with_the_tail) {
  EXPECT_EQ(batch_range(100, 32, 3).begin, 96U);
  EXPECT_EQ(batch_range(100, 32, 3).end, 100U);
  EXPECT_EQ(batch_range(10, 32, 0).size(), 10U);
  // No sum overflows where the batch is absurd.
  EXPECT_EQ(batch_range(10, ~std::uint64_t{0}, 0).size(), 10U);
  EXPECT_EQ(batches_per_epoch(10, ~std::uint64_t{0}, tail_rule::keep), 1U);
}

/// Walks all ranks' positions of an epoch: they must follow one another without gap or overlap, in
/// shares that differ by at most one.
void expect_covered(std::uint64_t count, std::uint64_t batch, tail_rule tail, std::uint64_t ranks) {
  std::uint64_t at = 0;
  for (std::uint64_t b = 0; b < batches_per_epoch(count, batch, tail); ++b) {
    const range all = batch_range(count, batch, b);
    ASSERT_EQ(all.begin, at);
    ASSERT_GT(all.size(), 0U);
    std::uint64_t most = 0, least = batch;
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      const range mine = local_range(all, rank, ranks);
      ASSERT_EQ(mine.begin, at);
      at = mine.end;
      most = std::max(most, mine.size());
      least = std::min(least, mine.size());
    }
    ASSERT_EQ(all.end, at);
    ASSERT_LE(most - least, 1U);
  }
  ASSERT_EQ(at, samples_per_epoch(count, batch, tail));
}

TEST(batches, give_every_sample_to_one_rank) {
  for (const std::uint64_t count : {1, 2, 7, 64, 100, 1001}) {
    for (const std::uint64_t batch : {1, 2, 3, 8, 32, 100, 1000, 2000}) {
      for (const std::uint64_t ranks : {1, 2, 3, 4, 7, 8, 130}) {
        for (const tail_rule tail : {tail_rule::keep, tail_rule::drop}) {
          SCOPED_TRACE(testing::Message() << count << " in " << batch << " on " << ranks);
          expect_covered(count, batch, tail, ranks);
        }
      }
    }
  }
}

TEST(batches, leave_ranks_without_a_sample_where_there_are_too_few) {
  EXPECT_EQ(local_range({10, 12}, 1, 4).size(), 1U);
  EXPECT_EQ(local_range({10, 12}, 2, 4).size(), 0U);
}

// The evaluation set is split by shard_of alone.
TEST(shard_of, counts_each_test_sample_once) {
  for (const std::uint64_t ranks : {1, 2, 3, 7, 64, 10007}) {
    std::vector<int> times(10000);
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      const range mine = shard_of(times.size(), rank, ranks);
      for (std::uint64_t i = mine.begin; i < mine.end; ++i) ++times[i];
    }
    EXPECT_EQ(times, std::vector<int>(times.size(), 1)) << ranks << " ranks";
  }
}

// However many ranks there are, the epoch's order is one: their parts side by side are the whole.
TEST(permutation, is_independent_of_the_ranks) {
  constexpr std::uint64_t count = 1001, batch = 64;
  const permutation p(8, 2, count);
  std::vector<std::uint32_t> whole(count);
  p.fill(0, count, whole.data());
  for (const std::uint64_t ranks : {1, 2, 3, 5, 64, 100}) {
    std::vector<std::uint32_t> joined(count, count);
    std::uint64_t hash = 0;
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      for (std::uint64_t b = 0; b < batches_per_epoch(count, batch, tail_rule::keep); ++b) {
        const range mine = local_range(batch_range(count, batch, b), rank, ranks);
        std::uint32_t* out = joined.data() + mine.begin;
        p.fill(mine.begin, mine.end, out);
        hash += hash_order(mine, {out, mine.size()});
      }
    }
    EXPECT_EQ(joined, whole);
    EXPECT_EQ(hash, hash_order({0, count}, whole));
  }
}

TEST(hash_order, tells_orders_apart) {
  std::vector<std::uint32_t> a(100), b(100);
  std::iota(a.begin(), a.end(), 0);
  b = a;
  EXPECT_EQ(hash_order({0, 100}, a), hash_order({0, 100}, b));
  std::swap(b[3], b[97]);
  EXPECT_NE(hash_order({0, 100}, a), hash_order({0, 100}, b));
  EXPECT_NE(hash_order({0, 100}, a), hash_order({1, 101}, a));
  EXPECT_EQ(hash_order({5, 5}, {}), 0U);
}

}  // namespace
}  // namespace dpscale::data
