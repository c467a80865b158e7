// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__aarch64__)

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/annotations.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Four floats of an arm64 machine and the instructions on them.
struct native {
  using real = float32x4_t;
  using mask = uint32x4_t;
  static constexpr std::size_t width = 4;

  DPSCALE_HD static real set(float x) { return vdupq_n_f32(x); }
  DPSCALE_HD static real load(const float* p) { return vld1q_f32(p); }
  DPSCALE_HD static void store(float* p, real x) { vst1q_f32(p, x); }
  /// The first `count` < width lanes; the others read zero and nothing past them is touched.
  DPSCALE_HD static real load_first(const float* p, std::size_t count) {
    real x = set(0.0F);
    __builtin_memcpy(&x, p, count * sizeof(float));
    return x;
  }
  DPSCALE_HD static void store_first(float* p, std::size_t count, real x) {
    __builtin_memcpy(p, &x, count * sizeof(float));
  }
  DPSCALE_HD static real load_bytes(const std::uint8_t* p) {
    std::uint32_t four;
    __builtin_memcpy(&four, p, sizeof(four));
    const uint16x8_t wide = vmovl_u8(vcreate_u8(four));
    return vcvtq_f32_u32(vmovl_u16(vget_low_u16(wide)));
  }
  DPSCALE_HD static real multiply_add(real a, real b, real c) { return vfmaq_f32(c, a, b); }
  /// As on x86: b where one is not a number.
  DPSCALE_HD static real greater(real a, real b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
  DPSCALE_HD static real square_root(real x) { return vsqrtq_f32(x); }
  DPSCALE_HD static real reciprocal(real x) { return vdivq_f32(set(1.0F), x); }
  DPSCALE_HD static real power_of_two(real biased) {
    const uint32x4_t shifted = vshlq_n_u32(vreinterpretq_u32_f32(biased), 23);
    return vreinterpretq_f32_u32(vaddq_u32(shifted, vdupq_n_u32(0x3f800000U)));
  }

  DPSCALE_HD static mask less(real a, real b) { return vcltq_f32(a, b); }
  DPSCALE_HD static mask not_less(real a, real b) { return vmvnq_u32(vcltq_f32(a, b)); }
  DPSCALE_HD static uint32x4_t lane_numbers() { return uint32x4_t{0, 1, 2, 3}; }
  /// A lane's number as 32 bits; what is past the last lane stays past it.
  DPSCALE_HD static uint32x4_t number(std::size_t lane) {
    return vdupq_n_u32(static_cast<std::uint32_t>(lane < width ? lane : width));
  }
  DPSCALE_HD static mask first(std::size_t count) {
    return vcgtq_u32(number(count), lane_numbers());
  }
  DPSCALE_HD static mask only(std::size_t lane) { return vceqq_u32(number(lane), lane_numbers()); }
  DPSCALE_HD static mask both(mask a, mask b) { return vandq_u32(a, b); }
  DPSCALE_HD static mask either(mask a, mask b) { return vorrq_u32(a, b); }
  DPSCALE_HD static bool any(mask m) { return vmaxvq_u32(m) != 0; }
  DPSCALE_HD static real select(mask m, real yes, real no) { return vbslq_f32(m, yes, no); }

  /// The lanes' sum, by halves.
  DPSCALE_HD static float sum(real x) {
    const float32x2_t half = vadd_f32(vget_low_f32(x), vget_high_f32(x));
    return vget_lane_f32(half, 0) + vget_lane_f32(half, 1);
  }
  DPSCALE_HD static float greatest(real x) { return vmaxvq_f32(x); }
  /// (a0 b0 a1 b1 ...) of the lower or the upper halves.
  DPSCALE_HD static real zip_lower(real a, real b) { return vzip1q_f32(a, b); }
  DPSCALE_HD static real zip_upper(real a, real b) { return vzip2q_f32(a, b); }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels

#endif
