// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/backend/cpu/isa.hpp"

namespace dpscale::backend {

namespace {

constexpr isa levels[] = {
#if defined(__x86_64__)
    isa::x86_64_v4, isa::x86_64_v3,
#endif
    isa::baseline};

#if defined(__x86_64__)
// What the compiler may use at a level and older compilers can ask for; the rest of a level (lzcnt,
// movbe, f16c) no processor with these lacks. Says no where the system doesn't save the registers.
bool has_v3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

bool has_v4() {
  return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

}  // namespace

std::string_view name(isa level) {
  switch (level) {
    case isa::x86_64_v4:
      return "x86-64-v4";
    case isa::x86_64_v3:
      return "x86-64-v3";
    case isa::baseline:
      break;
  }
#if defined(__x86_64__)
  return "x86-64-v2";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "baseline";
#endif
}

std::optional<isa> isa_from_name(std::string_view text) {
  for (const isa level : levels) {
    if (name(level) == text) return level;
  }
  return std::nullopt;
}

bool supported(isa level) {
  switch (level) {
#if defined(__x86_64__)
    case isa::x86_64_v4:
      return has_v4();
    case isa::x86_64_v3:
      return has_v3();
#endif
    case isa::baseline:
      return true;
    default:
      return false;
  }
}

isa best_isa() {
  for (const isa level : levels) {
    if (supported(level)) return level;
  }
  return isa::baseline;
}

}  // namespace dpscale::backend
