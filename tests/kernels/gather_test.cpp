// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "tests/kernels/kernel_data.hpp"

namespace dpscale::tests {
namespace {

class gather_test : public kernel_test {};

TEST_P(gather_test, gives_every_byte_over_255_correctly_rounded) {
  std::vector<std::uint8_t> images(256);
  std::iota(images.begin(), images.end(), std::uint8_t{0});
  const std::uint32_t index[] = {0};
  const matrix out(1, 256);
  launch.gather_scale(images.data(), 256, index, out.data(), out.e);
  for (std::size_t x = 0; x < 256; ++x) {
    ASSERT_EQ(out.at(0, x), static_cast<float>(x) / 255.0F) << x;
  }
  EXPECT_EQ(out.at(0, 255), 1.0F);
}

TEST_P(gather_test, takes_the_indexed_rows_and_zeroes_gaps) {
  std::vector<std::size_t> widths = ragged_cols;
  widths.push_back(784);
  for (const std::size_t features : widths) {
    for (const std::size_t rows : ragged_rows) {
      constexpr std::size_t samples = 40;
      std::mt19937 engine(7);
      // No byte after the last image, so that a sanitizer sees a read past it.
      std::vector<std::uint8_t> images(samples * features);
      for (auto& b : images) b = static_cast<std::uint8_t>(engine() % 256);
      std::vector<std::uint32_t> index(rows);
      for (auto& i : index) i = static_cast<std::uint32_t>(engine() % samples);
      if (rows > 1) index[1] = samples - 1;
      const matrix out(rows, features, 16);
      out.poison_gaps();
      launch.gather_scale(images.data(), features, index.data(), out.data(), out.e);
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < features; ++c) {
          ASSERT_EQ(out.at(r, c), static_cast<float>(images[index[r] * features + c]) / 255.0F);
        }
        for (std::size_t c = features; c < out.e.ld; ++c) ASSERT_EQ(out.at(r, c), 0.0F);
      }
    }
  }
}

TEST_P(gather_test, takes_the_indexed_labels) {
  const std::vector<std::uint8_t> labels{7, 2, 1, 0, 4};
  const std::vector<std::uint32_t> index{4, 0, 0, 3};
  std::vector<std::uint8_t> out(5, 99);
  launch.gather_labels(labels.data(), index.data(), out.data(), index.size());
  EXPECT_EQ(out, (std::vector<std::uint8_t>{4, 7, 7, 0, 99}));
}

INSTANTIATE_TEST_SUITE_P(levels, gather_test, testing::ValuesIn(machine_levels()), level_name);

}  // namespace
}  // namespace dpscale::tests
