// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// Compiled once an instruction-set level, as the CPU's kernels are.
#include "bench/micro/peak_loops.hpp"

#include "trainers/kernels/cpu/pack.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {
namespace {

// Twelve chains: more than latency times units on any core there is, and with two constants no more
// than the sixteen registers of the lower levels.
constexpr std::size_t chains = 12;

float multiply_adds(std::size_t rounds) {
  native::real sums[chains];
  // Each starts elsewhere, or the compiler would see that they are all the same.
#pragma GCC unroll 12
  for (std::size_t k = 0; k < chains; ++k) sums[k] = native::set(static_cast<float>(k));
  const native::real factor = native::set(0.999F), term = native::set(1e-3F);
  for (std::size_t r = 0; r < rounds; ++r) {
#pragma GCC unroll 12
    for (auto& sum : sums) sum = native::multiply_add(sum, factor, term);
  }
  native::real total = native::set(0.0F);
#pragma GCC unroll 12
  for (const auto& sum : sums) total = total + sum;
  return native::sum(total);
}

float read(const float* x, std::size_t n) {
  constexpr std::size_t width = native::width, streams = 8;
  native::real sums[streams];
#pragma GCC unroll 8
  for (auto& sum : sums) sum = native::set(0.0F);
  for (std::size_t i = 0; i < n; i += streams * width) {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < streams; ++k) sums[k] = sums[k] + native::load(x + i + k * width);
  }
  native::real total = native::set(0.0F);
#pragma GCC unroll 8
  for (const auto& sum : sums) total = total + sum;
  return native::sum(total);
}

constexpr bench::micro::peak_loops loops{multiply_adds, 2 * chains* native::width, read};

}  // namespace

const bench::micro::peak_loops& level_loops();
const bench::micro::peak_loops& level_loops() { return loops; }

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
