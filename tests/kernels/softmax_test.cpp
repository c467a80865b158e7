// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/kernels/kernel_data.hpp"

namespace dpscale::tests {
namespace {

class softmax_test : public kernel_test {
 protected:
  /// Runs one batch and compares all of its results with float64.
  struct batch {
    batch(std::size_t rows, std::size_t cols, float range, unsigned seed)
        : logits(rows, cols, seed % 2 * 16),
          bias(1, cols),
          dlogits(rows, cols, seed % 2 * 16),
          labels(random_labels(rows, cols, seed)) {
      logits.fill_random(seed, -range, range);
      bias.fill_random(seed + 1, -1, 1);
      logits.poison_gaps();
      bias.poison_gaps();
      dlogits.poison_gaps();
    }
    [[nodiscard]] double weight(std::size_t row) const {
      return weights.empty() ? 1.0 : static_cast<double>(weights[row]);
    }
    matrix logits, bias, dlogits;
    std::vector<std::uint8_t> labels;
    std::vector<float> weights;
  };

  void expect_right(const batch& b, bool in_place) const {
    constexpr float scale = 0.125F;
    const matrix before = b.logits.copy();
    const matrix& out = in_place ? b.logits : b.dlogits;
    std::uint64_t correct = 99;
    const double loss = launch.softmax_cross_entropy(
        b.logits.data(), b.bias.data(), b.labels.data(),
        b.weights.empty() ? nullptr : b.weights.data(), out.data(), scale, b.logits.e, &correct);
    double loss_sum = 0, magnitude = 0;
    std::uint64_t right = 0;
    for (std::size_t r = 0; r < b.logits.e.rows; ++r) {
      const std::size_t label = b.labels[r];
      const std::vector<double> z = row_logits(before, b.bias, r);
      const auto top = std::max_element(z.begin(), z.end());
      double sum = 0;
      for (const double x : z) sum += std::exp(x - *top);
      const double row_loss = b.weight(r) * (*top + std::log(sum) - z[label]);
      loss_sum += row_loss;
      magnitude += std::abs(row_loss) + b.weight(r);
      right += static_cast<std::size_t>(top - z.begin()) == label ? 1U : 0U;
      const double factor = static_cast<double>(scale) * b.weight(r);
      for (std::size_t c = 0; c < z.size(); ++c) {
        const double p = std::exp(z[c] - *top) / sum;
        ASSERT_NEAR(out.at(r, c), factor * (p - (c == label ? 1 : 0)), 3e-7 * factor)
            << r << "," << c;
      }
      for (std::size_t c = z.size(); c < out.e.ld; ++c) ASSERT_EQ(out.at(r, c), 0.0F) << "gap";
    }
    EXPECT_NEAR(loss, loss_sum, 5e-7 * magnitude);
    EXPECT_EQ(correct, right);
  }

 private:
  static std::vector<double> row_logits(const matrix& logits, const matrix& bias, std::size_t row) {
    std::vector<double> z(logits.e.cols);
    for (std::size_t c = 0; c < z.size(); ++c) z[c] = logits.at(row, c) + bias.at(0, c);
    return z;
  }
};

TEST_P(softmax_test, matches_float64) {
  for (const bool in_place : {false, true}) {
    at_ragged_sizes([&](std::size_t rows, std::size_t cols) {
      expect_right(batch(rows, cols, 5, static_cast<unsigned>(rows)), in_place);
    });
  }
}

TEST_P(softmax_test, weighs_rows) {
  at_ragged_sizes([&](std::size_t rows, std::size_t cols) {
    batch b(rows, cols, 5, 3);
    for (std::size_t r = 0; r < rows; ++r) b.weights.push_back(static_cast<float>(r % 3) * 0.7F);
    expect_right(b, false);
  });
}

TEST_P(softmax_test, stands_extreme_logits) {
  for (const float range : {100.0F, 1e4F}) {
    at_ragged_sizes([&](std::size_t rows, std::size_t cols) {
      expect_right(batch(rows, cols, range, 4), true);
    });
  }
}

TEST_P(softmax_test, has_the_closed_form_of_equal_logits) {
  for (const std::size_t cols : ragged_cols) {
    const matrix logits(2, cols), bias(1, cols), dlogits(2, cols);
    const std::uint8_t labels[] = {0, static_cast<std::uint8_t>(cols - 1)};
    std::uint64_t correct = 0;
    const double loss = launch.softmax_cross_entropy(logits.data(), bias.data(), labels, nullptr,
                                                     dlogits.data(), 1.0F, logits.e, &correct);
    EXPECT_NEAR(loss, 2 * std::log(static_cast<double>(cols)), 1e-6);
    EXPECT_NEAR(dlogits.at(0, 0), 1.0 / static_cast<double>(cols) - 1, 1e-7);
    // All tie: the lowest index is chosen, which is the first row's label.
    EXPECT_EQ(correct, cols == 1 ? 2U : 1U);
  }
}

TEST_P(softmax_test, chooses_the_lowest_of_tied_logits) {
  const matrix logits(4, 40), bias(1, 40);
  for (std::size_t r = 0; r < 4; ++r) logits.at(r, 3) = logits.at(r, 20) = logits.at(r, 21) = 2;
  const std::uint8_t labels[] = {3, 20, 21, 0};
  std::uint64_t correct = 0;
  const double loss = launch.softmax_cross_entropy(logits.data(), bias.data(), labels, nullptr,
                                                   nullptr, 1.0F, logits.e, &correct);
  EXPECT_EQ(correct, 1U);
  EXPECT_TRUE(std::isfinite(loss));
}

TEST_P(softmax_test, evaluates_as_it_trains) {
  const batch b(33, 10, 5, 8);
  std::uint64_t with = 0, without = 0;
  const matrix logits = b.logits.copy();
  const double trained = launch.softmax_cross_entropy(
      logits.data(), b.bias.data(), b.labels.data(), nullptr, b.dlogits.data(), 1, logits.e, &with);
  const double evaluated = launch.softmax_cross_entropy(
      logits.data(), b.bias.data(), b.labels.data(), nullptr, nullptr, 1, logits.e, &without);
  EXPECT_EQ(trained, evaluated);
  EXPECT_EQ(with, without);
  EXPECT_EQ(launch.softmax_cross_entropy(logits.data(), b.bias.data(), b.labels.data(), nullptr,
                                         nullptr, 1, logits.e, nullptr),
            evaluated);
}

TEST_P(softmax_test, shows_what_is_not_a_number) {
  for (const std::size_t cols : {std::size_t{10}, std::size_t{40}}) {
    for (const std::size_t where : {std::size_t{0}, std::size_t{2}, cols - 1}) {
      const matrix logits(1, cols), bias(1, cols);
      logits.at(0, where) = std::numeric_limits<float>::quiet_NaN();
      const std::uint8_t label = 0;
      std::uint64_t correct = 1;
      const matrix dlogits(1, cols);
      const double loss = launch.softmax_cross_entropy(logits.data(), bias.data(), &label, nullptr,
                                                       dlogits.data(), 1, logits.e, &correct);
      EXPECT_TRUE(std::isnan(loss)) << where;
      EXPECT_EQ(correct, 0U) << where;
      // A padded product reads the gap: it stays clean even now.
      for (std::size_t c = cols; c < logits.e.ld; ++c) EXPECT_EQ(dlogits.at(0, c), 0.0F) << c;
    }
  }
}

// The gradient against differences of the loss, which knows nothing of its formula.
TEST_P(softmax_test, gradient_matches_finite_differences) {
  const batch b(5, 10, 3, 5);
  const auto loss_at = [&](std::size_t row, std::size_t col, double step) {
    double total = 0;
    for (std::size_t r = 0; r < b.logits.e.rows; ++r) {
      double sum = 0, chosen = 0;
      for (std::size_t c = 0; c < b.logits.e.cols; ++c) {
        const double z = static_cast<double>(b.logits.at(r, c) + b.bias.at(0, c)) +
                         (r == row && c == col ? step : 0);
        sum += std::exp(z);
        if (c == b.labels[r]) chosen = z;
      }
      total += std::log(sum) - chosen;
    }
    return total;
  };
  launch.softmax_cross_entropy(b.logits.data(), b.bias.data(), b.labels.data(), nullptr,
                               b.dlogits.data(), 1.0F, b.logits.e, nullptr);
  constexpr double h = 1e-5;
  for (std::size_t r = 0; r < b.logits.e.rows; ++r) {
    for (std::size_t c = 0; c < b.logits.e.cols; ++c) {
      const double slope = (loss_at(r, c, h) - loss_at(r, c, -h)) / (2 * h);
      EXPECT_NEAR(b.dlogits.at(r, c), slope, 3e-7) << r << "," << c;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(levels, softmax_test, testing::ValuesIn(machine_levels()), level_name);

}  // namespace
}  // namespace dpscale::tests
