// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/kernel_data.hpp"

namespace dpscale::tests {
namespace {

class bias_relu_test : public kernel_test {};

TEST_P(bias_relu_test, matches_the_formula) {
  at_ragged_sizes([&](std::size_t rows, std::size_t cols) {
    const matrix y(rows, cols), bias(1, cols);
    y.fill_random(1, -1, 1);
    bias.fill_random(2, -1, 1);
    y.poison_gaps();
    bias.poison_gaps();
    const matrix before = y.copy();
    launch.bias_relu_forward(y.data(), bias.data(), y.e);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < cols; ++c) {
        const float sum = before.at(r, c) + bias.at(0, c);
        ASSERT_EQ(y.at(r, c), sum > 0 ? sum : 0.0F) << r << "," << c;
      }
      for (std::size_t c = cols; c < y.e.ld; ++c) {
        ASSERT_TRUE(std::isnan(y.at(r, c)) || y.at(r, c) == 0) << "gap " << r << "," << c;
      }
    }
  });
}

TEST_P(bias_relu_test, keeps_what_is_not_a_number) {
  const matrix y(1, 17), bias(1, 17);
  y.at(0, 3) = std::numeric_limits<float>::quiet_NaN();
  y.at(0, 16) = std::numeric_limits<float>::quiet_NaN();
  launch.bias_relu_forward(y.data(), bias.data(), y.e);
  EXPECT_TRUE(std::isnan(y.at(0, 3)));
  EXPECT_TRUE(std::isnan(y.at(0, 16)));
  EXPECT_EQ(y.at(0, 4), 0.0F);
}

INSTANTIATE_TEST_SUITE_P(levels, bias_relu_test, testing::ValuesIn(machine_levels()), level_name);

}  // namespace
}  // namespace dpscale::tests
