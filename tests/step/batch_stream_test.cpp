// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/step/batch_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace dpscale {
namespace {

struct shape_case {
  std::uint64_t samples, batch;
  int ranks;
};

class every_shape : public testing::TestWithParam<shape_case> {
 protected:
  [[nodiscard]] batch_rule rule() const { return {GetParam().samples, GetParam().batch}; }
};

TEST_P(every_shape, an_epoch_holds_each_sample_once_over_all_ranks) {
  const auto [samples, batch, ranks] = GetParam();
  std::vector<batch_stream> streams;
  for (int r = 0; r < ranks; ++r) streams.emplace_back(rule(), r, ranks);
  for (int epoch = 0; epoch < 2; ++epoch) {
    std::vector<int> seen(samples, 0);
    for (std::uint64_t step = 0; step < steps_per_epoch(rule()); ++step) {
      std::uint64_t global = 0, together = 0, smallest = samples, largest = 0;
      for (batch_stream& s : streams) {
        const local_batch b = s.next();
        global = b.global_size;
        together += b.index.size();
        smallest = std::min<std::uint64_t>(smallest, b.index.size());
        largest = std::max<std::uint64_t>(largest, b.index.size());
        for (const std::uint32_t i : b.index) ++seen.at(i);
      }
      EXPECT_EQ(together, global);
      EXPECT_LE(largest - smallest, 1U);
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(samples));
  }
}

TEST_P(every_shape, ranks_hashes_add_up_to_one_devices) {
  const auto [samples, batch, ranks] = GetParam();
  batch_stream whole(rule(), 0, 1);
  whole.skip_to(1);
  const local_batch all = whole.next();
  std::uint64_t sum = 0;
  for (int r = 0; r < ranks; ++r) {
    batch_stream part(rule(), r, ranks);
    part.next();
    const local_batch mine = part.next();
    sum += data::hash_order(mine.positions, mine.index);
  }
  EXPECT_EQ(sum, data::hash_order(all.positions, all.index));
}

TEST_P(every_shape, announced_local_sizes_hold_every_size_that_comes) {
  for (int r = 0; r < GetParam().ranks; ++r) {
    batch_stream s(rule(), r, GetParam().ranks);
    const auto sizes = s.local_sizes();
    for (std::uint64_t step = 0; step < steps_per_epoch(rule()); ++step) {
      const std::size_t n = s.next().index.size();
      EXPECT_TRUE(n == 0 || std::find(sizes.begin(), sizes.end(), n) != sizes.end()) << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(shapes, every_shape,
                         testing::Values(shape_case{100, 10, 1}, shape_case{103, 10, 2},
                                         shape_case{101, 10, 3}, shape_case{64, 64, 4},
                                         shape_case{10, 3, 8}, shape_case{7, 100, 2},
                                         shape_case{60'000, 8192, 2}));

TEST(batch_stream, drops_the_tail_when_told) {
  const batch_rule rule{103, 10, tail_rule::drop};
  EXPECT_EQ(steps_per_epoch(rule), 10U);
  batch_stream s(rule, 0, 1);
  for (int i = 0; i < 25; ++i) EXPECT_EQ(s.next().global_size, 10U);
}

TEST(batch_stream, keeps_file_order_without_shuffle) {
  batch_stream s({10, 4, tail_rule::keep, shuffle_mode::none}, 1, 2);
  const local_batch b = s.next();
  EXPECT_EQ(std::vector<std::uint32_t>(b.index.begin(), b.index.end()),
            (std::vector<std::uint32_t>{2, 3}));
}

TEST(batch_stream, gives_a_new_order_each_epoch) {
  batch_stream s({50, 50}, 0, 1);
  const local_batch first = s.next();
  const std::vector<std::uint32_t> a(first.index.begin(), first.index.end());
  const local_batch second = s.next();
  EXPECT_NE(a, std::vector<std::uint32_t>(second.index.begin(), second.index.end()));
}

}  // namespace
}  // namespace dpscale
