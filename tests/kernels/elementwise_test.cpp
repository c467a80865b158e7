// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/kernel_data.hpp"

namespace dpscale::tests {
namespace {

class elementwise_test : public kernel_test {
 protected:
  const std::vector<std::size_t> sizes{0, 1, 3, 4, 7, 15, 16, 17, 63, 64, 100, 257, 1000};
};

TEST_P(elementwise_test, fills) {
  for (const std::size_t n : sizes) {
    const aligned_floats x(n);
    launch.fill(x.data(), 2.5F, n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(x[i], 2.5F) << n << ": " << i;
  }
}

TEST_P(elementwise_test, copies_from_any_address) {
  for (const std::size_t n : sizes) {
    const aligned_floats x(n + 1), y(n);
    for (std::size_t i = 0; i <= n; ++i) x[i] = static_cast<float>(i);
    launch.copy(x.data() + 1, y.data(), n);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(y[i], static_cast<float>(i + 1)) << n << ": " << i;
  }
}

TEST_P(elementwise_test, adds_a_multiple) {
  for (const std::size_t n : sizes) {
    const matrix x(1, n), y(1, n);
    x.fill_random(1, -1, 1);
    y.fill_random(2, -1, 1);
    const matrix before = y.copy();
    launch.axpy(-0.3F, x.data(), y.data(), n);
    for (std::size_t i = 0; i < n; ++i) {
      const double expected = static_cast<double>(before.at(0, i)) +
                              static_cast<double>(-0.3F) * static_cast<double>(x.at(0, i));
      ASSERT_NEAR(y.at(0, i), expected, 1.2e-7) << n << ": " << i;
    }
  }
}

TEST_P(elementwise_test, sums_in_order_to_the_bit) {
  for (const std::size_t n : sizes) {
    std::vector<matrix> inputs;
    std::vector<const float*> pointers;
    for (unsigned k = 0; k < 5; ++k) {
      inputs.emplace_back(1, n);
      inputs.back().fill_random(k, -1, 1);
    }
    for (const matrix& m : inputs) pointers.push_back(m.data());
    for (std::size_t count = 1; count <= inputs.size(); ++count) {
      // Into the last of them, as a rank does whose own part it is.
      const matrix saved = inputs[count - 1].copy();
      std::vector<float> expected(n);
      for (std::size_t i = 0; i < n; ++i) {
        expected[i] = inputs[0].at(0, i);
        for (std::size_t k = 1; k < count; ++k) expected[i] += inputs[k].at(0, i);
      }
      launch.sum_in_order(pointers.data(), count, inputs[count - 1].data(), n);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(inputs[count - 1].at(0, i), expected[i]) << n << ": " << i;
        inputs[count - 1].at(0, i) = saved.at(0, i);
      }
    }
  }
}

TEST_P(elementwise_test, sums_nothing_to_zero) {
  const aligned_floats out(20);
  for (std::size_t i = 0; i < 20; ++i) out[i] = 9;
  launch.sum_in_order(nullptr, 0, out.data(), 20);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(out[i], 0.0F);
}

TEST_P(elementwise_test, transposes) {
  at_ragged_sizes([&](std::size_t rows, std::size_t cols) {
    const matrix x(rows, cols), out(cols, rows);
    x.fill_random(1, -1, 1);
    out.poison_gaps();
    launch.transpose(x.data(), out.data(), x.e, out.e.ld);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < cols; ++c) ASSERT_EQ(out.at(c, r), x.at(r, c)) << r << "," << c;
    }
    for (std::size_t c = 0; c < cols; ++c) {
      for (std::size_t r = rows; r < out.e.ld; ++r) {
        ASSERT_TRUE(std::isnan(out.at(c, r))) << "gap written";
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(levels, elementwise_test, testing::ValuesIn(machine_levels()), level_name);

}  // namespace
}  // namespace dpscale::tests
