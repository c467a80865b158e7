// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// The trainer's gradient against a plain float64 program, and that program against finite
// differences.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/ranks.hpp"
#include "tests/support/reference_mlp.hpp"

namespace dpscale::tests {
namespace {

struct reference_batch {
  std::vector<std::vector<double>> x;
  std::vector<int> labels;
};

/// The first `count` samples in file order, as the trainer sees them without shuffling.
reference_batch first_samples(const data::dataset& set, std::size_t count) {
  reference_batch batch;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> row;
    for (std::size_t f = 0; f < set.features; ++f)
      row.push_back(set.images[i * set.features + f] / 255.0);
    batch.x.push_back(row);
    batch.labels.push_back(set.labels[i]);
  }
  return batch;
}

TEST(reference, gradient_is_the_finite_difference_of_its_loss) {
  const run_setup setup = small_setup({20, 9, 7, 5}, 40, 12);
  const reference_mlp reference({20, 9, 7, 5});
  const reference_batch batch = first_samples(setup.data.train, 12);
  std::vector<double> p(setup.initial.begin(), setup.initial.end());
  const std::vector<double> g = reference.gradient(p, batch.x, batch.labels);
  constexpr double h = 1e-6;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double keep = p[i];
    p[i] = keep + h;
    const double up = reference.loss(p, batch.x, batch.labels);
    p[i] = keep - h;
    const double down = reference.loss(p, batch.x, batch.labels);
    p[i] = keep;
    ASSERT_NEAR(g[i], (up - down) / (2 * h), 2e-8) << "parameter " << i;
  }
}

struct gradient_case {
  std::vector<std::size_t> widths;
  std::size_t batch;
  int ranks;
};

class gradient : public testing::TestWithParam<gradient_case> {};

TEST_P(gradient, matches_float64_in_every_parameter) {
  const auto& [widths, batch, ranks] = GetParam();
  const run_setup setup = small_setup(widths, batch, batch);
  training_plan plan = plan_of(setup, setup.data.train.count);
  plan.batches.shuffle = shuffle_mode::none;
  plan.optimizer.kind = optimizer_kind::sgd;

  const outcome out = train_ranks(setup, plan, ranks, 1);

  const reference_batch samples = first_samples(setup.data.train, batch);
  const std::vector<double> p(setup.initial.begin(), setup.initial.end());
  const std::vector<double> g = reference_mlp(widths).gradient(p, samples.x, samples.labels);
  for (const auto& mine : out.gradients) {
    EXPECT_LT(relative_difference(mine, g), 2e-6);
    const double largest = std::abs(*std::max_element(
        g.begin(), g.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    for (std::size_t i = 0; i < g.size(); ++i) {
      ASSERT_NEAR(static_cast<double>(mine[i]), g[i], 5e-6 * largest) << "parameter " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    cases, gradient,
    testing::Values(gradient_case{{784, 64, 10}, 32, 1}, gradient_case{{784, 64, 10}, 33, 2},
                    gradient_case{{784, 256, 128, 10}, 64, 2}, gradient_case{{20, 9, 7, 5}, 1, 1},
                    gradient_case{{20, 9, 7, 5}, 1, 3}, gradient_case{{17, 10}, 11, 2},
                    gradient_case{{100, 33, 10}, 700, 1}, gradient_case{{100, 33, 10}, 1501, 4}));

}  // namespace
}  // namespace dpscale::tests
