// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/kernels/column_reduce.hpp"

#include "tests/kernels/kernel_data.hpp"
#include "trainers/kernels/relu_backward.hpp"

namespace dpscale::tests {
namespace {

class column_reduce_test : public kernel_test {};

/// The column's sum in float64, and the bound that float32 sums of its terms keep.
struct column_total {
  double sum = 0, magnitude = 0;
  void add(float x) {
    sum += static_cast<double>(x);
    magnitude += std::abs(static_cast<double>(x));
  }
  [[nodiscard]] double bound() const { return 1e-6 * magnitude; }
};

TEST_P(column_reduce_test, sums_columns) {
  for (const bool accumulate : {false, true}) {
    at_ragged_sizes([&](std::size_t rows, std::size_t cols) {
      const matrix x(rows, cols, 16), out(1, cols);
      x.fill_random(1, -1, 1);
      out.fill_random(2, -1, 1);
      x.poison_gaps();
      const matrix before = out.copy();
      launch.column_sum(x.data(), out.data(), x.e, accumulate);
      for (std::size_t c = 0; c < cols; ++c) {
        column_total expected;
        if (accumulate) expected.add(before.at(0, c));
        for (std::size_t r = 0; r < rows; ++r) expected.add(x.at(r, c));
        ASSERT_NEAR(out.at(0, c), expected.sum, expected.bound()) << c;
      }
      for (std::size_t c = cols; c < out.e.ld; ++c) ASSERT_EQ(out.at(0, c), 0.0F) << "gap " << c;
    });
  }
}

TEST_P(column_reduce_test, passes_gradients_where_relu_did) {
  for (const bool accumulate : {false, true}) {
    at_ragged_sizes([&](std::size_t rows, std::size_t cols) {
      const matrix dy(rows, cols), y(rows, cols), dbias(1, cols);
      dy.fill_random(1, -1, 1);
      y.fill_random(2, -1, 1);
      dbias.fill_random(3, -1, 1);
      if (rows > 2) y.at(2, 0) = 0.0F;
      dy.poison_gaps();
      y.poison_gaps();
      const matrix before = dy.copy(), bias_before = dbias.copy();
      launch.relu_backward_bias(dy.data(), y.data(), dbias.data(), dy.e, accumulate);
      for (std::size_t c = 0; c < cols; ++c) {
        column_total expected;
        if (accumulate) expected.add(bias_before.at(0, c));
        for (std::size_t r = 0; r < rows; ++r) {
          const float passed = y.at(r, c) > 0 ? before.at(r, c) : 0.0F;
          ASSERT_EQ(dy.at(r, c), passed) << r << "," << c;
          expected.add(passed);
        }
        ASSERT_NEAR(dbias.at(0, c), expected.sum, expected.bound()) << c;
      }
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = cols; c < dy.e.ld; ++c) {
          ASSERT_TRUE(std::isnan(dy.at(r, c)) || dy.at(r, c) == 0) << "gap " << r << "," << c;
        }
      }
    });
  }
}

TEST_P(column_reduce_test, sums_whole_numbers_exactly) {
  const matrix x(1000, 10), out(1, 10);
  for (std::size_t r = 0; r < 1000; ++r) {
    for (std::size_t c = 0; c < 10; ++c) x.at(r, c) = static_cast<float>(r + c);
  }
  launch.column_sum(x.data(), out.data(), x.e, false);
  for (std::size_t c = 0; c < 10; ++c) {
    EXPECT_EQ(out.at(0, c), static_cast<float>(1000 * c + 999 * 1000 / 2));
  }
}

INSTANTIATE_TEST_SUITE_P(levels, column_reduce_test, testing::ValuesIn(machine_levels()),
                         level_name);

// The two stages as a GPU runs them: many slices, then their combination in order.
TEST(column_slices, give_the_serial_sum) {
  at_ragged_sizes([&](std::size_t rows, std::size_t cols) {
    const matrix dy(rows, cols), y(rows, cols);
    dy.fill_random(1, -1, 1);
    y.fill_random(2, -1, 1);
    const matrix other = dy.copy();
    for (const std::size_t slices : {std::size_t{1}, std::size_t{3}, std::size_t{8}}) {
      const aligned_floats partials(slices * cols), out(cols);
      for (std::size_t s = 0; s < slices; ++s) {
        for (std::size_t c = 0; c < cols; ++c) {
          partials[s * cols + c] =
              kernels::relu_backward_bias{other.data(), y.data(), dy.e}(s, slices, c);
        }
      }
      for (std::size_t c = 0; c < cols; ++c) {
        kernels::combine_slices{partials.data(), slices, cols, out.data(), false}(c);
        column_total expected;
        for (std::size_t r = 0; r < rows; ++r) {
          expected.add(y.at(r, c) > 0 ? dy.at(r, c) : 0.0F);
        }
        ASSERT_NEAR(out[c], expected.sum, expected.bound()) << c;
      }
    }
  });
}

}  // namespace
}  // namespace dpscale::tests
