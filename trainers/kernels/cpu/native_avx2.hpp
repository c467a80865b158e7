// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__AVX2__) && defined(__FMA__) && !defined(__AVX512F__)

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/annotations.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Eight floats of an AVX2 machine and the instructions on them.
struct native {
  using real = __m256;
  using mask = __m256;
  static constexpr std::size_t width = 8;

  DPSCALE_HD static real set(float x) { return _mm256_set1_ps(x); }
  DPSCALE_HD static real load(const float* p) { return _mm256_loadu_ps(p); }
  DPSCALE_HD static void store(float* p, real x) { _mm256_storeu_ps(p, x); }
  /// The first `count` < width lanes; the others read zero and nothing past them is touched.
  DPSCALE_HD static real load_first(const float* p, std::size_t count) {
    return _mm256_maskload_ps(p, _mm256_castps_si256(first(count)));
  }
  DPSCALE_HD static void store_first(float* p, std::size_t count, real x) {
    _mm256_maskstore_ps(p, _mm256_castps_si256(first(count)), x);
  }
  DPSCALE_HD static real load_bytes(const std::uint8_t* p) {
    return _mm256_cvtepi32_ps(
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
  }
  DPSCALE_HD static real multiply_add(real a, real b, real c) { return _mm256_fmadd_ps(a, b, c); }
  DPSCALE_HD static real greater(real a, real b) { return _mm256_max_ps(a, b); }
  DPSCALE_HD static real square_root(real x) { return _mm256_sqrt_ps(x); }
  /// Within 4 ulp: the 12-bit estimate and one Newton step. 1/0 is not a number.
  DPSCALE_HD static real reciprocal(real x) {
    const real r = _mm256_rcp_ps(x);
    return _mm256_fmadd_ps(r, _mm256_fnmadd_ps(x, r, set(1.0F)), r);
  }
  DPSCALE_HD static real power_of_two(real biased) {
    const __m256i shifted = _mm256_slli_epi32(_mm256_castps_si256(biased), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(shifted, _mm256_set1_epi32(0x3f800000)));
  }

  DPSCALE_HD static mask less(real a, real b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
  DPSCALE_HD static mask not_less(real a, real b) { return _mm256_cmp_ps(a, b, _CMP_NLT_UQ); }
  DPSCALE_HD static __m256i lane_numbers() { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
  /// A lane's number as 32 bits; what is past the last lane stays past it.
  DPSCALE_HD static __m256i number(std::size_t lane) {
    return _mm256_set1_epi32(static_cast<int>(lane < width ? lane : width));
  }
  DPSCALE_HD static mask first(std::size_t count) {
    return _mm256_castsi256_ps(_mm256_cmpgt_epi32(number(count), lane_numbers()));
  }
  DPSCALE_HD static mask only(std::size_t lane) {
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(number(lane), lane_numbers()));
  }
  DPSCALE_HD static mask both(mask a, mask b) { return _mm256_and_ps(a, b); }
  DPSCALE_HD static mask either(mask a, mask b) { return _mm256_or_ps(a, b); }
  DPSCALE_HD static bool any(mask m) { return _mm256_movemask_ps(m) != 0; }
  DPSCALE_HD static real select(mask m, real yes, real no) { return _mm256_blendv_ps(no, yes, m); }

  /// The lanes' sum, by halves.
  DPSCALE_HD static float sum(real x) {
    const __m128 a = _mm256_castps256_ps128(x) + _mm256_extractf128_ps(x, 1);
    const __m128 b = a + _mm_movehl_ps(a, a);
    return _mm_cvtss_f32(_mm_add_ss(b, _mm_movehdup_ps(b)));
  }
  DPSCALE_HD static float greatest(real x) {
    const __m128 a = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    const __m128 b = _mm_max_ps(a, _mm_movehl_ps(a, a));
    return _mm_cvtss_f32(_mm_max_ss(b, _mm_movehdup_ps(b)));
  }
  /// (a0 b0 a1 b1 ...) of the lower or the upper halves.
  DPSCALE_HD static real zip_lower(real a, real b) {
    return _mm256_permute2f128_ps(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b), 0x20);
  }
  DPSCALE_HD static real zip_upper(real a, real b) {
    return _mm256_permute2f128_ps(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b), 0x31);
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels

#endif
