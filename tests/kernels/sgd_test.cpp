// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/kernel_data.hpp"

namespace dpscale::tests {
namespace {

class sgd_test : public kernel_test {
 protected:
  static constexpr std::size_t count = 67;

  void expect_matches_float64(double momentum, double weight_decay) const {
    const matrix w(1, count), g(1, count), b(1, count);
    w.fill_random(1, -1, 1);
    // The first step must not read what is in the buffer.
    b.fill_random(2, 1e6F, 1e7F);
    std::vector<double> rw(count), rb(count);
    for (std::size_t i = 0; i < count; ++i) rw[i] = w.at(0, i);
    const auto f = [](double x) { return static_cast<float>(x); };
    for (unsigned t = 1; t <= 3000; ++t) {
      g.fill_random(100 + t, -1, 1);
      for (std::size_t i = 0; i < count; ++i) {
        const double x = static_cast<double>(g.at(0, i)) + weight_decay * rw[i];
        rb[i] = t == 1 ? x : momentum * rb[i] + x;
        rw[i] -= 1e-2 * rb[i];
      }
      launch.sgd(w.data(), g.data(), momentum > 0 ? b.data() : nullptr, count,
                 {f(1e-2), f(momentum), f(weight_decay), t});
    }
    for (std::size_t i = 0; i < count; ++i) ASSERT_NEAR(w.at(0, i), rw[i], 2e-5) << i;
  }
};

TEST_P(sgd_test, matches_float64_over_3000_steps) { expect_matches_float64(0, 0); }
TEST_P(sgd_test, matches_float64_with_momentum) { expect_matches_float64(0.9, 0); }
TEST_P(sgd_test, matches_float64_with_weight_decay) { expect_matches_float64(0.5, 1e-2); }

// With a constant gradient b_t = (1 - momentum^t) / (1 - momentum).
TEST_P(sgd_test, has_the_closed_form_of_a_constant_gradient) {
  const aligned_floats w(3), g(3), b(3);
  for (std::size_t i = 0; i < 3; ++i) g[i] = 1;
  double expected = 0;
  for (std::uint64_t t = 1; t <= 20; ++t) {
    launch.sgd(w.data(), g.data(), b.data(), 3, {0.5F, 0.75F, 0, t});
    expected -= 0.5 * (1 - std::pow(0.75, static_cast<double>(t))) / 0.25;
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(w[i], expected, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(levels, sgd_test, testing::ValuesIn(machine_levels()), level_name);

}  // namespace
}  // namespace dpscale::tests
