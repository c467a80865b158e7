// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__SSE4_2__) && !defined(__AVX2__)

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/annotations.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Four floats of an x86-64-v2 machine and the instructions on them.
struct native {
  using real = __m128;
  using mask = __m128;
  static constexpr std::size_t width = 4;

  DPSCALE_HD static real set(float x) { return _mm_set1_ps(x); }
  DPSCALE_HD static real load(const float* p) { return _mm_loadu_ps(p); }
  DPSCALE_HD static void store(float* p, real x) { _mm_storeu_ps(p, x); }
  /// The first `count` < width lanes; the others read zero and nothing past them is touched.
  DPSCALE_HD static real load_first(const float* p, std::size_t count) {
    real x = _mm_setzero_ps();
    __builtin_memcpy(&x, p, count * sizeof(float));
    return x;
  }
  DPSCALE_HD static void store_first(float* p, std::size_t count, real x) {
    __builtin_memcpy(p, &x, count * sizeof(float));
  }
  DPSCALE_HD static real load_bytes(const std::uint8_t* p) {
    int four;
    __builtin_memcpy(&four, p, sizeof(four));
    return _mm_cvtepi32_ps(_mm_cvtepu8_epi32(_mm_cvtsi32_si128(four)));
  }
  DPSCALE_HD static real multiply_add(real a, real b, real c) { return a * b + c; }
  DPSCALE_HD static real greater(real a, real b) { return _mm_max_ps(a, b); }
  DPSCALE_HD static real square_root(real x) { return _mm_sqrt_ps(x); }
  DPSCALE_HD static real reciprocal(real x) { return set(1.0F) / x; }
  DPSCALE_HD static real power_of_two(real biased) {
    const __m128i shifted = _mm_slli_epi32(_mm_castps_si128(biased), 23);
    return _mm_castsi128_ps(_mm_add_epi32(shifted, _mm_set1_epi32(0x3f800000)));
  }

  DPSCALE_HD static mask less(real a, real b) { return _mm_cmplt_ps(a, b); }
  DPSCALE_HD static mask not_less(real a, real b) { return _mm_cmpnlt_ps(a, b); }
  DPSCALE_HD static __m128i lane_numbers() { return _mm_setr_epi32(0, 1, 2, 3); }
  /// A lane's number as 32 bits; what is past the last lane stays past it.
  DPSCALE_HD static __m128i number(std::size_t lane) {
    return _mm_set1_epi32(static_cast<int>(lane < width ? lane : width));
  }
  DPSCALE_HD static mask first(std::size_t count) {
    return _mm_castsi128_ps(_mm_cmpgt_epi32(number(count), lane_numbers()));
  }
  DPSCALE_HD static mask only(std::size_t lane) {
    return _mm_castsi128_ps(_mm_cmpeq_epi32(number(lane), lane_numbers()));
  }
  DPSCALE_HD static mask both(mask a, mask b) { return _mm_and_ps(a, b); }
  DPSCALE_HD static mask either(mask a, mask b) { return _mm_or_ps(a, b); }
  DPSCALE_HD static bool any(mask m) { return _mm_movemask_ps(m) != 0; }
  DPSCALE_HD static real select(mask m, real yes, real no) { return _mm_blendv_ps(no, yes, m); }

  /// The lanes' sum, by halves.
  DPSCALE_HD static float sum(real x) {
    const __m128 b = x + _mm_movehl_ps(x, x);
    return _mm_cvtss_f32(_mm_add_ss(b, _mm_movehdup_ps(b)));
  }
  DPSCALE_HD static float greatest(real x) {
    const __m128 b = _mm_max_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_max_ss(b, _mm_movehdup_ps(b)));
  }
  /// (a0 b0 a1 b1 ...) of the lower or the upper halves.
  DPSCALE_HD static real zip_lower(real a, real b) { return _mm_unpacklo_ps(a, b); }
  DPSCALE_HD static real zip_upper(real a, real b) { return _mm_unpackhi_ps(a, b); }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels

#endif
