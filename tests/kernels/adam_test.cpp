// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/kernel_data.hpp"
#include "tests/kernels/subnormal_mode.hpp"

namespace dpscale::tests {
namespace {

/// Adam of one parameter in float64, from the papers' and the frameworks' formulas.
struct reference_adam {
  double w, m = 0, v = 0;
  void step(double g, const kernels::adam_settings& s) {
    g += s.weight_decay * w;
    m = s.beta1 * m + (1 - s.beta1) * g;
    v = s.beta2 * v + (1 - s.beta2) * g * g;
    const double t = static_cast<double>(s.step);
    const double correction1 = 1 - std::pow(s.beta1, t), correction2 = 1 - std::pow(s.beta2, t);
    if (s.epsilon_keras) {
      const double rate = s.learning_rate * std::sqrt(correction2) / correction1;
      w -= rate * m / (std::sqrt(v) + s.epsilon);
    } else {
      w -= s.learning_rate * (m / correction1) / (std::sqrt(v / correction2) + s.epsilon);
    }
  }
};

/// Gradients of every kind that training meets, by element.
float gradient(std::size_t i, int t, std::mt19937& engine) {
  const float noise = std::normal_distribution<float>()(engine);
  switch (i % 8) {
    case 0:
      return 0.0F;
    case 1:  // a unit that dies: its moments decay into the subnormal numbers
      return t <= 100 ? noise : 0.0F;
    case 2:  // the square is subnormal
      return 1e-20F * noise;
    case 3:  // itself subnormal
      return 1e-39F * noise;
    case 4:
      return 1e3F * noise;
    case 5:
      return t % 500 == 0 ? noise : 0.0F;
    case 6:  // at the size of epsilon
      return 1e-7F * noise;
    default:
      return 1e-2F * (noise + 0.5F);
  }
}

class adam_test : public kernel_test {
 protected:
  static constexpr std::size_t count = 67;

  void expect_matches_float64(bool keras, double weight_decay) const {
    const aligned_floats w(count), g(count), m(count), v(count);
    std::vector<reference_adam> reference;
    std::mt19937 engine(11);
    for (std::size_t i = 0; i < count; ++i) {
      w[i] = std::normal_distribution<float>()(engine);
      reference.push_back({static_cast<double>(w[i])});
    }
    const aligned_floats start(count);
    launch.copy(w.data(), start.data(), count);
    for (int t = 1; t <= 3000; ++t) {
      const kernels::adam_settings s{1e-3,
                                     0.9,
                                     0.999,
                                     keras ? 1e-7 : 1e-8,
                                     weight_decay,
                                     keras,
                                     static_cast<std::uint64_t>(t)};
      for (std::size_t i = 0; i < count; ++i) {
        g[i] = gradient(i, t, engine);
        reference[i].step(static_cast<double>(g[i]), s);
      }
      launch.adam(w.data(), g.data(), m.data(), v.data(), count, kernels::make_adam_step(s));
    }
    // With decay the gradient follows w and inherits its error.
    const double inherited = weight_decay > 0 ? 1e-3 : 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const double root = std::sqrt(reference[i].v);  // the size of the gradients that m averages
      EXPECT_NEAR(w[i], reference[i].w, 2e-5) << i;
      EXPECT_NEAR(m[i], reference[i].m, (1e-6 + inherited) * root + 1e-37) << i;
      EXPECT_NEAR(v[i], reference[i].v, (5e-5 + inherited) * reference[i].v + 1e-37) << i;
      if (i % 8 == 0 && weight_decay == 0) {
        EXPECT_EQ(w[i], start[i]) << i;
      }
    }
  }
};

TEST_P(adam_test, matches_float64_over_3000_steps_as_torch) { expect_matches_float64(false, 0); }
TEST_P(adam_test, matches_float64_over_3000_steps_as_keras) { expect_matches_float64(true, 0); }
TEST_P(adam_test, matches_float64_with_weight_decay) { expect_matches_float64(false, 1e-2); }
TEST_P(adam_test, matches_float64_with_subnormals_flushed) {
  const subnormals_flushed mode;
  expect_matches_float64(false, 0);
  expect_matches_float64(true, 0);
}

TEST_P(adam_test, has_the_closed_form_of_the_first_step) {
  for (const bool keras : {false, true}) {
    const aligned_floats w(5), g(5), m(5), v(5);
    const float gradients[] = {0.5F, -2.0F, 1e-3F, 0.0F, 1e-7F};
    for (std::size_t i = 0; i < 5; ++i) g[i] = gradients[i];
    const kernels::adam_settings s{0.25, 0.9, 0.999, 1e-7, 0, keras, 1};
    launch.adam(w.data(), g.data(), m.data(), v.data(), 5, kernels::make_adam_step(s));
    for (std::size_t i = 0; i < 5; ++i) {
      const double x = static_cast<double>(g[i]);
      const double epsilon = keras ? 1e-7 / std::sqrt(1 - 0.999) : 1e-7;
      EXPECT_NEAR(w[i], -0.25 * x / (std::abs(x) + epsilon), 3e-7 * 0.25) << i;
    }
  }
}

TEST_P(adam_test, gives_the_same_bits_in_slices) {
  const matrix w(1, 1000), g(1, 1000), m(1, 1000), v(1, 1000);
  w.fill_random(1, -1, 1);
  g.fill_random(2, -1, 1);
  m.fill_random(3, -1, 1);
  v.fill_random(4, 0, 1);
  const matrix w2 = w.copy(), m2 = m.copy(), v2 = v.copy();
  const auto step = kernels::make_adam_step({1e-3, 0.9, 0.999, 1e-8, 1e-4, false, 10});
  launch.adam(w.data(), g.data(), m.data(), v.data(), 1000, step);
  std::size_t begin = 0;
  for (const std::size_t size : {1, 16, 3, 100, 0, 17, 863}) {
    launch.adam(w2.data() + begin, g.data() + begin, m2.data() + begin, v2.data() + begin, size,
                step);
    begin += size;
  }
  ASSERT_EQ(begin, 1000U);
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(w.at(0, i), w2.at(0, i)) << i;
    ASSERT_EQ(m.at(0, i), m2.at(0, i)) << i;
    ASSERT_EQ(v.at(0, i), v2.at(0, i)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(levels, adam_test, testing::ValuesIn(machine_levels()), level_name);

TEST(make_adam_step, corrects_in_float64) {
  // 1 - 0.999^1 in float32 is off by 5e-5.
  const auto torch = kernels::make_adam_step({1e-3, 0.9, 0.999, 1e-8, 0, false, 1});
  EXPECT_FLOAT_EQ(torch.step_size, 1e-2F);
  EXPECT_FLOAT_EQ(torch.root_scale, static_cast<float>(1 / std::sqrt(0.001)));
  const auto keras = kernels::make_adam_step({1e-3, 0.9, 0.999, 1e-8, 0, true, 1});
  EXPECT_FLOAT_EQ(keras.step_size, static_cast<float>(1e-2 * std::sqrt(0.001)));
  EXPECT_EQ(keras.root_scale, 1.0F);
  const auto late = kernels::make_adam_step({1e-3, 0.9, 0.999, 1e-8, 0, false, 1000000});
  EXPECT_EQ(late.step_size, 1e-3F);
  EXPECT_EQ(late.root_scale, 1.0F);
}

}  // namespace
}  // namespace dpscale::tests
