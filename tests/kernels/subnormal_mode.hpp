// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace dpscale::tests {

/// Subnormal numbers count as zero while it lives, as in the trainers' compute threads.
class subnormals_flushed {
 public:
  subnormals_flushed() : saved_(control()) { set(saved_ | flush_bits); }
  subnormals_flushed(const subnormals_flushed&) = delete;
  subnormals_flushed& operator=(const subnormals_flushed&) = delete;
  ~subnormals_flushed() { set(saved_); }

 private:
#if defined(__x86_64__)
  static constexpr std::uint64_t flush_bits = 0x8040;
  static std::uint64_t control() { return _mm_getcsr(); }
  static void set(std::uint64_t bits) { _mm_setcsr(static_cast<unsigned>(bits)); }
#elif defined(__aarch64__)
  static constexpr std::uint64_t flush_bits = std::uint64_t{1} << 24;
  static std::uint64_t control() {
    std::uint64_t bits = 0;
    asm volatile("mrs %0, fpcr" : "=r"(bits));
    return bits;
  }
  static void set(std::uint64_t bits) { asm volatile("msr fpcr, %0" ::"r"(bits)); }
#endif
  std::uint64_t saved_;
};

}  // namespace dpscale::tests
