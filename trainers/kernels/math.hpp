// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "trainers/kernels/annotations.hpp"
#include "trainers/kernels/scalar.hpp"

// Functions over the primitives, for floats and packs alike. No call to a math library: it would
// be one call an element on the CPU, and other digits on each machine.
namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// e^x for x <= 0 within 2 ulp; below -87.33, where the result would be subnormal, exactly 0; not
/// a number where x is. x = n ln 2 + r with |r| <= ln 2 / 2 and a minimax polynomial of degree 6
/// in r (relative error 3e-9, found with the Remez exchange).
template <typename Real>
DPSCALE_HD Real exponential(Real x) {
  constexpr float lowest = -87.33F;
  // Adding 1.5 * 2^23 rounds to an integer, which stays in the low bits of the sum.
  constexpr float rounder = 12582912.0F;
  constexpr float log2_e = 1.44269502F;
  // ln 2 in two parts; n times the first is exact.
  constexpr float ln2_high = 0.69287109375F, ln2_low = 2.76086823e-4F;
  const Real clamped = greater(lowest, x);
  const Real biased = multiply_add(clamped, log2_e, rounder);
  const Real n = biased - rounder;
  const Real r = multiply_add(-ln2_low, n, multiply_add(-ln2_high, n, clamped));
  Real q = multiply_add(r, 1.38144672e-3F, 8.36878084e-3F);
  q = multiply_add(q, r, 4.16683927e-2F);
  q = multiply_add(q, r, 0.166665196F);
  q = multiply_add(q, r, 0.49999994F);
  const Real power = multiply_add(r * r, q, r) + 1.0F;
  return select(is_less(x, lowest), filled_like(x, 0.0F), power * power_of_two(biased));
}

/// ln x for normal x > 0 within 1 ulp or so; x itself where that is infinite or not a number.
/// x = 2^e (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)); ln(1 + f) = 2 atanh(f / (2 + f)) by its
/// series.
DPSCALE_HD float logarithm(float x) {
  constexpr std::uint32_t root_half = 0x3f3504f3U;
  constexpr float ln2_high = 0.69287109375F, ln2_low = 2.76086823e-4F;
  const auto bits = __builtin_bit_cast(std::uint32_t, x);
  const auto e = static_cast<std::int32_t>(bits - root_half) >> 23;
  const float f = __builtin_bit_cast(float, bits - (static_cast<std::uint32_t>(e) << 23)) - 1.0F;
  const float s = f / (2.0F + f), s2 = s * s;
  float series = multiply_add(s2, 2.0F / 9, 2.0F / 7);
  series = multiply_add(series, s2, 2.0F / 5);
  series = multiply_add(series, s2, 2.0F / 3);
  const float n = static_cast<float>(e);
  const float fraction = f - s * (f - s2 * series);
  const float result = n * ln2_high + (fraction + n * ln2_low);
  return x <= 3.402823466e38F ? result : x;
}

/// A byte's value over 255, correctly rounded (255 gives exactly 1; the product with a rounded
/// 1/255 would be off for half of the values): a product and its exact remainder where
/// multiply_add rounds once, a division where it doesn't.
template <typename Real>
DPSCALE_HD Real byte_over_255(Real x) {
  if constexpr (fused_multiply_add) {
    constexpr float share = 1.0F / 255;
    const Real quotient = share * x;
    return multiply_add(share, multiply_add(-255.0F, quotient, x), quotient);
  } else {
    return x / 255.0F;
  }
}

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
