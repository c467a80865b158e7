// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/backend/cpu/thread.hpp"

#include <pthread.h>
#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace dpscale::backend {

bool pin_this_thread(int core) {
  if (core < 0) return false;
  // A cpu_set_t of its own holds 1,024 processors; larger machines have cores beyond.
  const auto number = static_cast<std::size_t>(core);
  std::vector<cpu_set_t> sets(number / CPU_SETSIZE + 1);
  const std::size_t bytes = sets.size() * sizeof(cpu_set_t);
  CPU_ZERO_S(bytes, sets.data());
  CPU_SET_S(number, bytes, sets.data());
  return pthread_setaffinity_np(pthread_self(), bytes, sets.data()) == 0;
}

bool flush_subnormals() {
#if defined(__x86_64__)
  constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
  _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
  return true;
#elif defined(__aarch64__)
  constexpr std::uint64_t flush_to_zero = std::uint64_t{1} << 24;
  std::uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("msr fpcr, %0" ::"r"(control | flush_to_zero));
  return true;
#else
  return false;
#endif
}

}  // namespace dpscale::backend
