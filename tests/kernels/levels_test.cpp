// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/kernel_data.hpp"

// Every level that the machine runs against the baseline, on one chain through all the kernels of a
// step.
namespace dpscale::tests {
namespace {

struct step_result {
  matrix input, hidden, dhidden, dlogits, w, m, v, dbias;
  double loss = 0;
  std::uint64_t correct = 0;
};

step_result one_step(backend::isa level) {
  const auto& launch = kernels::launches(level);
  constexpr std::size_t rows = 33, features = 100, classes = 10;
  step_result s{matrix(rows, features), matrix(rows, features), matrix(rows, features),
                matrix(rows, classes),  matrix(1, features),    matrix(1, features),
                matrix(1, features),    matrix(1, features)};
  std::vector<std::uint8_t> images(50 * features);
  for (std::size_t i = 0; i < images.size(); ++i) images[i] = static_cast<std::uint8_t>(i * 91);
  std::vector<std::uint32_t> index(rows);
  for (std::size_t r = 0; r < rows; ++r) index[r] = static_cast<std::uint32_t>(r * 7 % 50);
  const auto labels = random_labels(rows, classes, 5);
  const matrix bias(1, features);
  bias.fill_random(1, -1, 0.2F);

  launch.gather_scale(images.data(), features, index.data(), s.input.data(), s.input.e);
  launch.copy(s.input.data(), s.hidden.data(), s.hidden.values.size());
  launch.bias_relu_forward(s.hidden.data(), bias.data(), s.hidden.e);
  s.dlogits.fill_random(2, -4, 4);
  s.loss = launch.softmax_cross_entropy(s.dlogits.data(), bias.data(), labels.data(), nullptr,
                                        s.dlogits.data(), 1.0F / rows, s.dlogits.e, &s.correct);
  s.dhidden.fill_random(3, -1, 1);
  launch.relu_backward_bias(s.dhidden.data(), s.hidden.data(), s.dbias.data(), s.dhidden.e, false);
  s.w.fill_random(4, -1, 1);
  for (std::uint64_t t = 1; t <= 50; ++t) {
    launch.adam(s.w.data(), s.dbias.data(), s.m.data(), s.v.data(), features,
                kernels::make_adam_step({1e-3, 0.9, 0.999, 1e-8, 0, false, t}));
  }
  return s;
}

void expect_near(const matrix& a, const matrix& b, float tolerance, const char* what) {
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    ASSERT_NEAR(a.values[i], b.values[i], tolerance) << what << " " << i;
  }
}

TEST(levels, agree_with_the_baseline) {
  const step_result expected = one_step(backend::isa::baseline);
  EXPECT_GT(expected.loss, 0);
  for (const auto level : machine_levels()) {
    SCOPED_TRACE(std::string(backend::name(level)));
    const step_result found = one_step(level);
    expect_near(found.input, expected.input, 0, "input");
    expect_near(found.hidden, expected.hidden, 0, "hidden");
    expect_near(found.dhidden, expected.dhidden, 0, "dhidden");
    expect_near(found.dlogits, expected.dlogits, 2e-8F, "dlogits");
    expect_near(found.dbias, expected.dbias, 1e-5F, "dbias");
    expect_near(found.w, expected.w, 1e-6F, "w");
    expect_near(found.m, expected.m, 1e-5F, "m");
    EXPECT_NEAR(found.loss, expected.loss, 1e-5);
    EXPECT_EQ(found.correct, expected.correct);
  }
}

// The same call twice gives the same bits.
TEST(levels, are_deterministic) {
  for (const auto level : machine_levels()) {
    const step_result a = one_step(level), b = one_step(level);
    EXPECT_EQ(a.loss, b.loss);
    expect_near(a.w, b.w, 0, "w");
    expect_near(a.dbias, b.dbias, 0, "dbias");
  }
}

}  // namespace
}  // namespace dpscale::tests
