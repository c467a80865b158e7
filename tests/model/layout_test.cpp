// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/model/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "trainers/model/products.hpp"

namespace dpscale::model {
namespace {

TEST(layout, counts_the_presets_parameters) {
  EXPECT_EQ(layout({784, 64, 10}).parameter_count(), 50'890U);
  EXPECT_EQ(layout({784, 256, 128, 10}).parameter_count(), 235'146U);
}

TEST(layout, counts_the_floating_point_operations_of_a_sample) {
  EXPECT_EQ(layout({784, 64, 10}).flop_per_sample(), 204'544U);
  EXPECT_EQ(layout({784, 256, 128, 10}).flop_per_sample(), 1'007'104U);
}

TEST(layout, puts_the_last_layer_first_on_256_byte_boundaries) {
  const layout shape({784, 256, 128, 10});
  std::size_t end = 0;
  for (auto fc = shape.layers().rbegin(); fc != shape.layers().rend(); ++fc) {
    for (const tensor& t : {fc->bias, fc->weight}) {
      EXPECT_EQ(t.offset % 64, 0U);
      EXPECT_GE(t.offset, end);
      EXPECT_LT(t.offset - end, 64U);
      end = t.offset + t.size();
    }
  }
  EXPECT_LE(end, shape.size());
}

TEST(layout, file_order_goes_there_and_back_and_leaves_gaps_zero) {
  const layout shape({5, 3, 2});
  std::vector<float> file(shape.parameter_count());
  std::iota(file.begin(), file.end(), 1.0F);
  std::vector<float> flat(shape.size(), -1.0F);

  shape.from_file_order(file, flat);

  EXPECT_EQ(shape.to_file_order(flat), file);
  const float sum = std::accumulate(flat.begin(), flat.end(), 0.0F);
  EXPECT_EQ(sum, static_cast<float>(file.size() * (file.size() + 1) / 2));
  // File order is [out][in]: the second value is weight (out 0, in 1), which lies at row 1, column
  // 0.
  const tensor& w = shape.layers().front().weight;
  EXPECT_EQ(flat[w.offset + w.ld], 2.0F);
  EXPECT_EQ(flat[shape.layers().front().bias.offset], 16.0F);
}

TEST(tiles, cover_every_batch_size_with_announced_sizes) {
  const layout shape({784, 64, 10});
  for (const std::size_t batch : {1, 2, 31, 32, 33, 500, 4096, 8192, 10000}) {
    const std::vector<std::size_t> batches{batch};
    const std::size_t tile = tile_rows(shape, batches);
    const auto sizes = tile_sizes(batches, tile);
    ASSERT_GE(tile, 1U);
    for (std::size_t begin = 0; begin < batch; begin += tile) {
      const std::size_t rows = std::min(tile, batch - begin);
      EXPECT_NE(std::find(sizes.begin(), sizes.end(), rows), sizes.end()) << batch << " " << rows;
    }
  }
}

}  // namespace
}  // namespace dpscale::model
