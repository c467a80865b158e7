// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/synthetic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "trainers/data/gzip.hpp"

namespace dpscale::data {
namespace {

std::span<const std::uint8_t> image(const dataset& set, std::size_t i) {
  return std::span(set.images).subspan(i * set.features, set.features);
}

TEST(synthetic, is_as_sparse_as_mnist) {
  for (const std::uint64_t seed : {0, 1, 2, 3, 4}) {
    const dataset set = synthetic(2000, 784, 10, seed);
    ASSERT_EQ(set.images.size(), 2000U * 784);
    ASSERT_EQ(set.labels.size(), 2000U);
    const auto lit = set.images.size() -
                     static_cast<std::size_t>(std::ranges::count(set.images, std::uint8_t{0}));
    EXPECT_NEAR(static_cast<double>(lit) / static_cast<double>(set.images.size()), 0.19, 0.03);
    for (std::size_t i = 0; i < set.count; ++i) {
      for (std::size_t at = 0; at < 28; ++at) {
        ASSERT_EQ(image(set, i)[at], 0);            // the first row
        ASSERT_EQ(image(set, i)[28 * 27 + at], 0);  // the last
        ASSERT_EQ(image(set, i)[28 * at], 0);       // the first column
        ASSERT_EQ(image(set, i)[28 * at + 27], 0);  // the last
      }
    }
  }
}

TEST(synthetic, has_all_classes_alike) {
  const dataset set = synthetic(20000, 784, 10, 6);
  std::vector<int> counts(10);
  for (const std::uint8_t label : set.labels) ++counts.at(label);
  for (const int count : counts) EXPECT_NEAR(count, 2000, 5 * std::sqrt(2000 * 0.9));
}

TEST(synthetic, sample_depends_on_seed_part_and_index_only) {
  const dataset few = synthetic(10, 784, 10, 5), many = synthetic(50, 784, 10, 5);
  EXPECT_TRUE(std::equal(few.images.begin(), few.images.end(), many.images.begin()));
  EXPECT_TRUE(std::equal(few.labels.begin(), few.labels.end(), many.labels.begin()));
  EXPECT_NE(synthetic(50, 784, 10, 6).images, many.images);
  EXPECT_NE(synthetic(50, 784, 10, std::uint64_t{1} << 32 | 5).images, many.images);
  EXPECT_NE(synthetic(50, 784, 10, 5, split::test).images, many.images);
  for (std::size_t i = 1; i < many.count; ++i) {
    EXPECT_FALSE(std::ranges::equal(image(many, 0), image(many, i)));
  }
}

// Fixed for good: made of integers, so that every machine trains on the same bytes.
TEST(synthetic, is_the_same_everywhere) {
  EXPECT_EQ(crc32(synthetic(100, 784, 10, 0).images), 0x24CBFA66U);
  EXPECT_EQ(crc32(synthetic(100, 100, 7, 9, split::test).images), 0x5F85CE79U);
}

TEST(synthetic, takes_any_width_and_classes) {
  for (const std::size_t features : {1, 2, 3, 10, 64, 100, 783, 785, 1000, 8192}) {
    for (const std::size_t classes : {1, 2, 10, 256}) {
      const dataset set = synthetic(300, features, classes, 1);
      ASSERT_EQ(set.images.size(), 300 * features);
      EXPECT_EQ(set.features, features);
      EXPECT_EQ(set.classes, classes);
      EXPECT_LT(*std::ranges::max_element(set.labels), classes);
      EXPECT_GT(std::ranges::count_if(set.images, [](std::uint8_t v) { return v != 0; }), 0);
    }
  }
  EXPECT_EQ(synthetic(0, 784, 10, 0).images.size(), 0U);
}

/// Softmax regression by plain stochastic gradient descent in double; the test accuracy.
class linear_model {
 public:
  explicit linear_model(const dataset& like)
      : features_(like.features), classes_(like.classes), weights_(classes_ * (features_ + 1)) {}

  void train(const dataset& set, std::size_t steps) {
    for (std::size_t s = 0; s < steps; ++s) {
      const std::size_t i = s % set.count;
      std::vector<double> p = scores(image(set, i));
      const double most = *std::ranges::max_element(p);
      double sum = 0;
      for (double& v : p) sum += v = std::exp(v - most);
      for (std::size_t c = 0; c < classes_; ++c) {
        const double slope = p[c] / sum - (c == set.labels[i] ? 1 : 0);
        double* row = weights_.data() + c * (features_ + 1);
        for (std::size_t f = 0; f < features_; ++f) row[f] -= rate * slope * image(set, i)[f] / 255;
        row[features_] -= rate * slope;
      }
    }
  }
  [[nodiscard]] double accuracy(const dataset& set) const {
    std::size_t right = 0;
    for (std::size_t i = 0; i < set.count; ++i) {
      const std::vector<double> s = scores(image(set, i));
      right += std::ranges::max_element(s) - s.begin() == set.labels[i] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(set.count);
  }

 private:
  static constexpr double rate = 0.01;
  [[nodiscard]] std::vector<double> scores(std::span<const std::uint8_t> x) const {
    std::vector<double> result(classes_);
    for (std::size_t c = 0; c < classes_; ++c) {
      const double* row = weights_.data() + c * (features_ + 1);
      result[c] = row[features_];
      for (std::size_t f = 0; f < features_; ++f) result[c] += row[f] * x[f] / 255;
    }
    return result;
  }

  std::size_t features_, classes_;
  std::vector<double> weights_;
};

// A linear model learns most of it, neither nothing nor all at once. (The trainers' own tests see
// more than 95 % of a hidden layer.)
TEST(synthetic, can_be_learned_but_not_at_once) {
  for (const std::uint64_t seed : {0, 1, 2}) {
    const dataset train = synthetic(10000, 784, 10, seed);
    const dataset test = synthetic(2000, 784, 10, seed, split::test);
    linear_model model(train);
    model.train(train, 50);
    EXPECT_LT(model.accuracy(test), 0.8);
    model.train(train, 40000);
    EXPECT_GT(model.accuracy(test), 0.9);
    EXPECT_LT(model.accuracy(test), 0.995);
  }
}

TEST(synthetic, can_be_learned_at_other_widths) {
  const dataset train = synthetic(10000, 64, 4, 0);
  linear_model model(train);
  model.train(train, 40000);
  EXPECT_GT(model.accuracy(synthetic(2000, 64, 4, 0, split::test)), 0.85);
}

}  // namespace
}  // namespace dpscale::data
