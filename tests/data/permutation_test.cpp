// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/permutation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace dpscale::data {
namespace {

std::vector<std::uint32_t> order(std::uint64_t seed, std::uint64_t epoch, std::uint64_t count) {
  std::vector<std::uint32_t> all(count);
  permutation(seed, epoch, count).fill(0, count, all.data());
  return all;
}

/// How far chi-square of `counts` against equal frequencies lies from its mean, in standard
/// deviations (the normal approximation; its tail is wider, so that the bounds below are 5).
double chi_square_deviation(const std::vector<double>& counts) {
  double total = 0, chi = 0;
  for (const double c : counts) total += c;
  const double expected = total / static_cast<double>(counts.size());
  for (const double c : counts) chi += (c - expected) * (c - expected) / expected;
  const auto freedom = static_cast<double>(counts.size() - 1);
  return (chi - freedom) / std::sqrt(2 * freedom);
}

class permutation_of : public testing::TestWithParam<std::uint64_t> {};

TEST_P(permutation_of, is_a_bijection) {
  for (std::uint64_t epoch = 0; epoch < 3; ++epoch) {
    const auto all = order(17, epoch, GetParam());
    std::vector<bool> seen(GetParam());
    for (const std::uint32_t v : all) {
      ASSERT_LT(v, GetParam());
      ASSERT_FALSE(seen[v]) << "sample " << v << " twice";
      seen[v] = true;
    }
  }
}

TEST_P(permutation_of, fills_any_range_as_evaluated_one_by_one) {
  const std::uint64_t count = GetParam();
  const permutation p(5, 9, count);
  EXPECT_EQ(p.count(), count);
  const auto whole = order(5, 9, count);
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(p(i), whole[i]) << "at " << i;
  for (const std::uint64_t begin : {std::uint64_t{0}, count / 3, count - 1, count}) {
    for (const std::uint64_t size : {0, 1, 31, 255, 256, 257, 1000}) {
      const std::uint64_t end = std::min(begin + size, count);
      std::vector<std::uint32_t> part(end - begin + 1, 0xDEAD);
      p.fill(begin, end, part.data());
      EXPECT_TRUE(std::equal(part.begin(), part.end() - 1,
                             whole.begin() + static_cast<std::ptrdiff_t>(begin)));
      EXPECT_EQ(part.back(), 0xDEADU) << "written past the end";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(counts, permutation_of,
                         testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 31, 32, 33, 100, 127, 128,
                                         129, 255, 256, 257, 1000, 4097, 10000, 59999, 60000, 65536,
                                         65537, 200003),
                         testing::PrintToStringParamName());

// Every order of few samples is as likely as any other: the whole, not just each position.
TEST(permutation, gives_all_orders_of_few_samples_alike) {
  for (const std::uint64_t count : {2, 3, 4, 5}) {
    std::map<std::vector<std::uint32_t>, double> seen;
    std::size_t orders = 1;
    for (std::size_t i = 2; i <= count; ++i) orders *= i;
    for (std::uint64_t seed = 0; seed < 300 * orders; ++seed) ++seen[order(seed, 0, count)];
    ASSERT_EQ(seen.size(), orders);
    std::vector<double> counts;
    for (const auto& entry : seen) counts.push_back(entry.second);
    EXPECT_LT(std::abs(chi_square_deviation(counts)), 5) << count << " samples";
  }
}

// Two positions together: any ordered pair of samples is as likely as any other.
TEST(permutation, gives_all_pairs_at_two_positions_alike) {
  for (const std::uint64_t count : {7, 17, 33, 129}) {
    for (const auto& [a, b] :
         {std::pair<std::uint64_t, std::uint64_t>{0, 1}, {0, count / 2}, {count - 2, count - 1}}) {
      std::vector<double> counts(count * (count - 1));
      for (std::uint64_t trial = 0; trial < 12 * counts.size(); ++trial) {
        const permutation p(trial / 100, trial % 100, count);  // over seeds and epochs
        const std::uint64_t first = p(a), second = p(b);
        ++counts[first * (count - 1) + second - (second > first ? 1 : 0)];
      }
      EXPECT_LT(std::abs(chi_square_deviation(counts)), 5) << count << ": " << a << ", " << b;
    }
  }
}

// Where one sample goes, over epochs of one seed.
TEST(permutation, puts_a_sample_anywhere) {
  std::vector<double> counts(60);
  for (std::uint64_t epoch = 0; epoch < 12000; ++epoch) {
    ++counts[permutation(3, epoch, 60000)(12345) / 1000];
  }
  EXPECT_LT(std::abs(chi_square_deviation(counts)), 5);
}

// Neighbours in an epoch are unrelated: their product's mean is that of independent ones.
TEST(permutation, leaves_neighbours_uncorrelated) {
  constexpr std::uint64_t count = 60000;
  double sum = 0;
  for (std::uint64_t epoch = 0; epoch < 20; ++epoch) {
    const auto all = order(1, epoch, count);
    const double middle = (count - 1) / 2.0;
    for (std::size_t i = 0; i + 1 < count; ++i) sum += (all[i] - middle) * (all[i + 1] - middle);
  }
  const double variance = static_cast<double>(count) * count / 12;
  EXPECT_LT(std::abs(sum / variance / std::sqrt(20.0 * count)), 5);
}

TEST(permutation, differs_between_epochs_and_seeds) {
  std::set<std::vector<std::uint32_t>> all;
  for (std::uint64_t high = 0; high < 2; ++high) {
    for (std::uint64_t low = 0; low < 10; ++low) {
      all.insert(order(high << 32 | low, 1, 1000));
      all.insert(order(1, high << 32 | (low + 2), 1000));
    }
  }
  EXPECT_EQ(all.size(), 40U);
}

// Fixed for good: a change would change every training run. Worked out by a second implementation,
// in Python.
TEST(permutation, is_the_documented_one) {
  EXPECT_EQ(order(0, 0, 10), (std::vector<std::uint32_t>{4, 9, 0, 7, 2, 3, 5, 1, 8, 6}));
  const permutation p(42, 3, 60000);
  EXPECT_EQ((std::vector<std::uint64_t>{p(0), p(1), p(59999)}),
            (std::vector<std::uint64_t>{758, 15990, 48071}));
}

}  // namespace
}  // namespace dpscale::data
