// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/difference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace dpscale {

namespace {

double relative_difference(const model::tensor& t, std::span<const float> a,
                           std::span<const float> b) {
  double difference = 0, reference = 0;
  for (std::size_t row = 0; row < t.rows; ++row) {
    for (std::size_t col = 0; col < t.cols; ++col) {
      const std::size_t i = t.offset + row * t.ld + col;
      const double d = static_cast<double>(a[i]) - static_cast<double>(b[i]);
      difference += d * d;
      reference += static_cast<double>(b[i]) * static_cast<double>(b[i]);
    }
  }
  if (difference == 0) return 0;
  if (reference == 0) return std::numeric_limits<double>::infinity();
  return std::sqrt(difference / reference);
}

}  // namespace

double largest_relative_difference(const model::layout& shape, std::span<const float> a,
                                   std::span<const float> b) {
  double largest = 0;
  for (const model::layer& fc : shape.layers()) {
    for (const model::tensor& t : {fc.weight, fc.bias}) {
      const double d = relative_difference(t, a, b);
      // A NaN must not be lost in a comparison.
      if (!(d <= largest)) largest = std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
    }
  }
  return largest;
}

double gradient_tolerance(std::uint64_t batch) {
  constexpr double unit_roundoff = 0x1.0p-24;
  return std::max(1e-6, 4 * unit_roundoff * std::sqrt(static_cast<double>(batch)));
}

std::uint64_t checksum(std::span<const float> values) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const float value : values) {
    hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace dpscale
