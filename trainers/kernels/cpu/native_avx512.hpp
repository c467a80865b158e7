// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__AVX512DQ__)

// GCC 12 takes the header's deliberately undefined vectors for mistakes.
#pragma GCC diagnostic push
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/annotations.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Sixteen floats of an AVX-512 machine and the instructions on them.
struct native {
  using real = __m512;
  using mask = __mmask16;
  static constexpr std::size_t width = 16;

  DPSCALE_HD static real set(float x) { return _mm512_set1_ps(x); }
  DPSCALE_HD static real load(const float* p) { return _mm512_loadu_ps(p); }
  DPSCALE_HD static void store(float* p, real x) { _mm512_storeu_ps(p, x); }
  /// The first `count` < width lanes; the others read zero and nothing past them is touched.
  DPSCALE_HD static real load_first(const float* p, std::size_t count) {
    return _mm512_maskz_loadu_ps(first(count), p);
  }
  DPSCALE_HD static void store_first(float* p, std::size_t count, real x) {
    _mm512_mask_storeu_ps(p, first(count), x);
  }
  DPSCALE_HD static real load_bytes(const std::uint8_t* p) {
    return _mm512_cvtepi32_ps(
        _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
  }
  DPSCALE_HD static real multiply_add(real a, real b, real c) { return _mm512_fmadd_ps(a, b, c); }
  DPSCALE_HD static real greater(real a, real b) { return _mm512_max_ps(a, b); }
  DPSCALE_HD static real square_root(real x) { return _mm512_sqrt_ps(x); }

  /// Within 1 ulp or so: the 14-bit estimate and one Newton step. 1/0 is not a number.
  DPSCALE_HD static real reciprocal(real x) {
    const real r = _mm512_rcp14_ps(x);
    return _mm512_fmadd_ps(r, _mm512_fnmadd_ps(x, r, set(1.0F)), r);
  }
  DPSCALE_HD static real power_of_two(real biased) {
    const __m512i shifted = _mm512_slli_epi32(_mm512_castps_si512(biased), 23);
    return _mm512_castsi512_ps(_mm512_add_epi32(shifted, _mm512_set1_epi32(0x3f800000)));
  }

  DPSCALE_HD static mask less(real a, real b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
  DPSCALE_HD static mask not_less(real a, real b) { return _mm512_cmp_ps_mask(a, b, _CMP_NLT_UQ); }
  /// A lane's number as 32 bits; what is past the last lane stays past it.
  DPSCALE_HD static unsigned number(std::size_t lane) {
    return static_cast<unsigned>(lane < width ? lane : width);
  }
  DPSCALE_HD static mask first(std::size_t count) {
    return static_cast<mask>(_bzhi_u32(0xffffU, number(count)));
  }
  DPSCALE_HD static mask only(std::size_t lane) { return static_cast<mask>(1U << number(lane)); }
  DPSCALE_HD static mask both(mask a, mask b) { return static_cast<mask>(a & b); }
  DPSCALE_HD static mask either(mask a, mask b) { return static_cast<mask>(a | b); }
  DPSCALE_HD static bool any(mask m) { return m != 0; }
  DPSCALE_HD static real select(mask m, real yes, real no) {
    return _mm512_mask_blend_ps(m, no, yes);
  }

  /// The lanes' sum, by halves.
  DPSCALE_HD static float sum(real x) {
    const __m256 half = _mm512_castps512_ps256(x) + _mm512_extractf32x8_ps(x, 1);
    const __m128 a = _mm256_castps256_ps128(half) + _mm256_extractf128_ps(half, 1);
    const __m128 b = a + _mm_movehl_ps(a, a);
    return _mm_cvtss_f32(_mm_add_ss(b, _mm_movehdup_ps(b)));
  }
  DPSCALE_HD static float greatest(real x) {
    const __m256 half = _mm256_max_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
    const __m128 a = _mm_max_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1));
    const __m128 b = _mm_max_ps(a, _mm_movehl_ps(a, a));
    return _mm_cvtss_f32(_mm_max_ss(b, _mm_movehdup_ps(b)));
  }
  /// (a0 b0 a1 b1 ...) of the lower or the upper halves.
  DPSCALE_HD static real zip_lower(real a, real b) {
    const __m512i order = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    return _mm512_permutex2var_ps(a, order, b);
  }
  DPSCALE_HD static real zip_upper(real a, real b) {
    const __m512i order =
        _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    return _mm512_permutex2var_ps(a, order, b);
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels

#endif
