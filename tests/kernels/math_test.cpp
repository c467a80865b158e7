// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/kernels/math.hpp"

#include <cstring>

#include "tests/kernels/kernel_data.hpp"
#include "trainers/kernels/cpu/pack.hpp"

namespace dpscale::tests {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// |value - exact| in units of the last place of `exact` rounded to a float.
double ulps(float value, double exact) {
  const auto rounded = static_cast<float>(exact);
  const double unit = static_cast<double>(std::nextafter(std::abs(rounded), infinity)) -
                      std::abs(static_cast<double>(rounded));
  return std::abs(static_cast<double>(value) - exact) / unit;
}

TEST(exponential, is_within_two_ulps_on_all_it_is_used_for) {
  double worst = 0;
  for (float x = -87.3F; x <= 0; x = std::nextafter(x * 0.99999F, 1.0F)) {
    worst = std::max(worst, ulps(kernels::exponential(x), std::exp(static_cast<double>(x))));
    if (x > -1e-6F) break;
  }
  EXPECT_LT(worst, 2.0);
  EXPECT_GT(worst, 0.4);  // an exact result would mean that the library was called
}

TEST(exponential, has_its_exact_values) {
  EXPECT_EQ(kernels::exponential(0.0F), 1.0F);
  EXPECT_EQ(kernels::exponential(-0.0F), 1.0F);
  EXPECT_EQ(kernels::exponential(-88.0F), 0.0F);
  EXPECT_EQ(kernels::exponential(-2e4F), 0.0F);
  EXPECT_EQ(kernels::exponential(-infinity), 0.0F);
  EXPECT_TRUE(std::isnan(kernels::exponential(not_a_number)));
}

TEST(exponential, of_a_pack_is_that_of_its_lanes) {
  constexpr std::size_t width = kernels::native::width;
  const aligned_floats x(width), y(width);
  for (std::size_t i = 0; i < width; ++i) x[i] = -0.37F * static_cast<float>(i * i);
  kernels::store(y.data(), kernels::lanes<1>{0},
                 kernels::exponential(kernels::load(x.data(), kernels::lanes<1>{0})));
  for (std::size_t i = 0; i < width; ++i) EXPECT_EQ(y[i], kernels::exponential(x[i]));
}

TEST(logarithm, is_within_one_and_a_half_ulps) {
  double worst = 0;
  for (float x = 1.0F; x < 1e6F; x = std::nextafter(x * 1.00001F, infinity)) {
    if (x == 1.0F) continue;
    worst = std::max(worst, ulps(kernels::logarithm(x), std::log(static_cast<double>(x))));
  }
  for (float x = 1e-30F; x < 0.999F; x *= 1.0003F) {
    worst = std::max(worst, ulps(kernels::logarithm(x), std::log(static_cast<double>(x))));
  }
  EXPECT_LT(worst, 1.5);
}

TEST(logarithm, has_its_exact_values) {
  EXPECT_EQ(kernels::logarithm(1.0F), 0.0F);
  EXPECT_EQ(kernels::logarithm(infinity), infinity);
  EXPECT_TRUE(std::isnan(kernels::logarithm(not_a_number)));
}

TEST(byte_over_255, is_correctly_rounded) {
  for (int x = 0; x < 256; ++x) {
    const auto value = static_cast<float>(x);
    EXPECT_EQ(kernels::byte_over_255(value), value / 255.0F) << x;
  }
}

// Why byte_over_255 isn't a product: the rounded 1/255 is off for many bytes.
TEST(byte_over_255, could_not_be_one_product) {
  int wrong = 0;
  for (int x = 0; x < 256; ++x) {
    const auto value = static_cast<float>(x);
    if (value * (1.0F / 255.0F) != value / 255.0F) ++wrong;
  }
  EXPECT_GT(wrong, 0);
}

}  // namespace
}  // namespace dpscale::tests
