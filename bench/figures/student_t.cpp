// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/student_t.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace dpscale::bench {
namespace {

/// P(|T| <= t) for t >= 0.
double central_probability(double t, int degrees) {
  const double theta = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(theta);
  const double square = cosine * cosine;
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1.0;
  double sum = degrees == 1 ? 0.0 : term;
  for (int k = odd ? 2 : 1; k + 2 <= degrees; k += 2) {
    term *= square * k / (k + 1.0);
    sum += term;
  }
  return odd ? 2.0 / std::numbers::pi * (theta + std::sin(theta) * sum) : std::sin(theta) * sum;
}

}  // namespace

double student_t_cdf(double t, int degrees) {
  assert(degrees >= 1);
  const double half = 0.5 * central_probability(std::fabs(t), degrees);
  return t < 0.0 ? 0.5 - half : 0.5 + half;
}

double student_t_quantile(double probability, int degrees) {
  assert(degrees >= 1 && probability > 0.0 && probability < 1.0);
  if (probability < 0.5) return -student_t_quantile(1.0 - probability, degrees);
  double low = 0.0, high = 1.0;
  while (student_t_cdf(high, degrees) < probability) high *= 2.0;
  // Bisection to the last bit: called a few times per cell, so sureness is worth more than speed.
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (student_t_cdf(middle, degrees) < probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace dpscale::bench
