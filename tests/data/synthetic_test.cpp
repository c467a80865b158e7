// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/synthetic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
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
  // The widest: no intermediate value overflows.
  const dataset widest = synthetic(20, std::size_t{1} << 20, 10, 1);
  EXPECT_NE(std::ranges::count(widest.images, std::uint8_t{0}),
            static_cast<std::ptrdiff_t>(widest.images.size()));
}

/// Softmax regression by plain stochastic gradient descent, in double, over the pixels that aren't
/// zero.
class linear_model {
 public:
  explicit linear_model(const dataset& like)
      : classes_(like.classes), weights_(classes_ * like.features), bias_(classes_) {}

  void train(const dataset& set, std::size_t steps) {
    constexpr double rate = 0.01;
    for (std::size_t s = 0; s < steps; ++s) {
      const auto pixels = lit(image(set, s % set.count));
      std::vector<double> slope = scores(pixels);
      const double most = *std::ranges::max_element(slope);
      double sum = 0;
      for (double& v : slope) sum += v = std::exp(v - most);
      for (double& v : slope) v /= sum;
      slope[set.labels[s % set.count]] -= 1;
      for (std::size_t c = 0; c < classes_; ++c) {
        bias_[c] -= rate * slope[c];
        for (const auto& [at, x] : pixels) weights_[at * classes_ + c] -= rate * slope[c] * x;
      }
    }
  }
  [[nodiscard]] double accuracy(const dataset& set) const {
    std::size_t right = 0;
    for (std::size_t i = 0; i < set.count; ++i) {
      const std::vector<double> s = scores(lit(image(set, i)));
      right += std::ranges::max_element(s) - s.begin() == set.labels[i] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(set.count);
  }

 private:
  using pixel = std::pair<std::size_t, double>;

  static std::vector<pixel> lit(std::span<const std::uint8_t> x) {
    std::vector<pixel> result;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] != 0) result.emplace_back(i, x[i] / 255.0);
    }
    return result;
  }
  [[nodiscard]] std::vector<double> scores(const std::vector<pixel>& pixels) const {
    std::vector<double> result = bias_;
    for (const auto& [at, x] : pixels) {
      for (std::size_t c = 0; c < classes_; ++c) result[c] += weights_[at * classes_ + c] * x;
    }
    return result;
  }

  std::size_t classes_;
  std::vector<double> weights_, bias_;
};

// A linear model learns most of it, neither nothing nor all at once.
TEST(synthetic, can_be_learned_but_not_at_once) {
  for (const std::uint64_t seed : {0, 1, 2}) {
    const dataset train = synthetic(10000, 784, 10, seed);
    const dataset test = synthetic(2000, 784, 10, seed, split::test);
    linear_model model(train);
    model.train(train, 50);
    EXPECT_LT(model.accuracy(test), 0.8);
    model.train(train, 20000);
    EXPECT_GT(model.accuracy(test), 0.9);
    EXPECT_LT(model.accuracy(test), 0.995);
  }
}

TEST(synthetic, can_be_learned_at_other_widths) {
  const dataset train = synthetic(10000, 64, 4, 0);
  linear_model model(train);
  model.train(train, 20000);
  EXPECT_GT(model.accuracy(synthetic(2000, 64, 4, 0, split::test)), 0.85);
}

}  // namespace
}  // namespace dpscale::data
