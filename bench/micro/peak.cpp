// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/micro/peak.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <chrono>

#include "bench/micro/peak_loops.hpp"
#include "profiles/memory_ledger.hpp"
#include "trainers/backend/cpu/buffer.hpp"

namespace dpscale::kernels {
namespace baseline {
const bench::micro::peak_loops& level_loops();
}
#if defined(__x86_64__)
namespace x86_64_v3 {
const bench::micro::peak_loops& level_loops();
}
namespace x86_64_v4 {
const bench::micro::peak_loops& level_loops();
}
#endif
}  // namespace dpscale::kernels

namespace dpscale::bench::micro {

const peak_loops& loops_of(backend::isa level) {
  switch (level) {
#if defined(__x86_64__)
    case backend::isa::x86_64_v4:
      return kernels::x86_64_v4::level_loops();
    case backend::isa::x86_64_v3:
      return kernels::x86_64_v3::level_loops();
#endif
    default:
      return kernels::baseline::level_loops();
  }
}

namespace {

/// Seconds of the fastest of many runs: what disturbs a peak only ever slows it.
template <typename Work>
double fastest(const Work& work) {
  using clock = std::chrono::steady_clock;
  constexpr int runs = 25;
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    const auto start = clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(clock::now() - start).count());
  }
  return best;
}

}  // namespace

double peaks::flop_rate(backend::isa level) {
  const auto known = flop_.find(level);
  if (known != flop_.end()) return known->second;
  const peak_loops& loops = loops_of(level);
  constexpr std::size_t rounds = 200'000;
  const double seconds = fastest([&] { benchmark::DoNotOptimize(loops.multiply_adds(rounds)); });
  return flop_[level] = static_cast<double>(rounds * loops.flop_per_round) / seconds;
}

double peaks::read_rate(backend::isa level, std::size_t bytes) {
  // Sizes between two powers of two share the measurement at the upper one, which the same cache
  // holds or the next, so that a kernel's share isn't flattered.
  const std::size_t size = std::max(std::bit_ceil(bytes), std::size_t{4096});
  const auto known = read_.find({level, size});
  if (known != read_.end()) return known->second;
  profiles::memory_ledger ledger;
  const backend::cpu_buffer<float> memory(size / sizeof(float), ledger,
                                          profiles::memory_category::workspace);
  const peak_loops& loops = loops_of(level);
  constexpr std::size_t least_bytes = 16'000'000;
  const std::size_t passes = std::max(least_bytes / size, std::size_t{1});
  const double seconds = fastest([&] {
    for (std::size_t i = 0; i < passes; ++i) {
      benchmark::DoNotOptimize(loops.read(memory.data(), memory.size()));
    }
  });
  return read_[{level, size}] = static_cast<double>(size * passes) / seconds;
}

}  // namespace dpscale::bench::micro
