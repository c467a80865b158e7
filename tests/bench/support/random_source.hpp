// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace dpscale::bench::test {

/// Seeded random numbers that are the same everywhere: the standard library's own distributions
/// differ between platforms.
class random_source {
 public:
  explicit random_source(std::uint64_t seed) : engine_(seed) {}

  /// In (0, 1).
  double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }
  /// Standard normal, by Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }
  double exponential(double mean) { return -mean * std::log(uniform()); }
  /// Student's t with three degrees of freedom: one in a hundred is beyond 5.8.
  double heavy_tailed() {
    const double a = normal(), b = normal(), c = normal();
    return normal() / std::sqrt((a * a + b * b + c * c) / 3.0);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace dpscale::bench::test
