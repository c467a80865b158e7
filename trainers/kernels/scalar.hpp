// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/annotations.hpp"

// The primitives kernel bodies are written in, for one float. pack.hpp has them for a vector of
// floats. Where a body's index is a std::size_t it runs on these.
namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

DPSCALE_HD float load(const float* p, std::size_t i) { return p[i]; }
/// A byte as a float.
DPSCALE_HD float load(const std::uint8_t* p, std::size_t i) { return static_cast<float>(p[i]); }
DPSCALE_HD void store(float* p, std::size_t i, float x) { p[i] = x; }
/// `x` as the kind of value that index `i` loads.
DPSCALE_HD float filled(std::size_t, float x) { return x; }
/// `x` as the kind of value of the first argument.
DPSCALE_HD float filled_like(float, float x) { return x; }

/// Whether multiply_add rounds once.
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__aarch64__)
inline constexpr bool fused_multiply_add = true;
#else
inline constexpr bool fused_multiply_add = false;
#endif

/// a * b + c
DPSCALE_HD float multiply_add(float a, float b, float c) {
  if constexpr (fused_multiply_add) {
    return __builtin_fmaf(a, b, c);
  } else {
    return a * b + c;
  }
}

/// The greater; b where one is not a number, as the vector instruction has it.
DPSCALE_HD float greater(float a, float b) { return a > b ? a : b; }
/// a < b, false where one is not a number; and the opposite.
DPSCALE_HD bool is_less(float a, float b) { return a < b; }
DPSCALE_HD bool is_not_less(float a, float b) { return !(a < b); }
DPSCALE_HD bool both(bool a, bool b) { return a && b; }
DPSCALE_HD bool either(bool a, bool b) { return a || b; }
DPSCALE_HD float select(bool condition, float yes, float no) { return condition ? yes : no; }
DPSCALE_HD float square_root(float x) { return __builtin_sqrtf(x); }
DPSCALE_HD float reciprocal(float x) { return 1.0F / x; }

/// 2^n, n the integer in the low bits of `biased`'s pattern; n in [-126, 127].
DPSCALE_HD float power_of_two(float biased) {
  const auto bits = __builtin_bit_cast(std::uint32_t, biased);
  return __builtin_bit_cast(float, (bits << 23) + 0x3f800000U);
}

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
