// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>
#include <time.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "bench/micro/peak.hpp"
#include "profiles/memory_ledger.hpp"
#include "trainers/backend/cpu/buffer.hpp"
#include "trainers/backend/cpu/isa.hpp"
#include "trainers/kernels/cpu/launch_table.hpp"

namespace dpscale::bench::micro {

/// What one call of a benchmark moves and computes.
struct work {
  double bytes = 0;  ///< read and written, counted where the kernel does it
  double flop = 0;
  std::size_t footprint = 0;  ///< bytes of memory it goes through, again in each call
};

/// Processor time of this thread: a share of the core's peak has no place for what others took.
inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Runs `call` as the benchmark. Counters: GB/s and its share of what the core reads from a memory
/// of the same footprint, or GFLOP/s and its share of the peak where `of` says so.
template <typename Call>
void measure(benchmark::State& state, peaks& best, backend::isa level, const work& of,
             const Call& call) {
  // Measured before the clock runs.
  const double peak = of.flop > 0 ? best.flop_rate(level) : best.read_rate(level, of.footprint);
  const double start = thread_seconds();
  for ([[maybe_unused]] auto _ : state) {
    call();
    benchmark::ClobberMemory();
  }
  const double elapsed = thread_seconds() - start;
  const double amount = of.flop > 0 ? of.flop : of.bytes;
  const double rate = amount * static_cast<double>(state.iterations()) / elapsed;
  state.counters[of.flop > 0 ? "GFLOP/s" : "GB/s"] = rate * 1e-9;
  state.counters["peak_share"] = rate / peak;
}

/// "adam/x86-64-v4/50890"
inline std::string benchmark_name(const std::string& subject, backend::isa level,
                                  const std::string& shape) {
  return subject + "/" + std::string(backend::name(level)) + "/" + shape;
}

/// Aligned memory of `count` floats in [low, high).
inline backend::cpu_buffer<float> random_floats(std::size_t count, profiles::memory_ledger& ledger,
                                                float low = -1, float high = 1) {
  backend::cpu_buffer<float> values(count, ledger, profiles::memory_category::workspace);
  std::mt19937 engine(1);
  std::uniform_real_distribution<float> uniform(low, high);
  for (float& v : values.span()) v = uniform(engine);
  return values;
}

/// The levels this machine runs, the best first.
inline std::vector<backend::isa> machine_levels() {
  std::vector<backend::isa> levels;
  for (const auto level :
       {backend::isa::x86_64_v4, backend::isa::x86_64_v3, backend::isa::baseline}) {
    if (backend::supported(level)) levels.push_back(level);
  }
  return levels;
}

/// A row-major shape with its rows padded as the trainers pad them.
inline kernels::extent padded(std::size_t rows, std::size_t cols) {
  return {rows, cols, (cols + 15) / 16 * 16};
}

inline std::string shape_name(const kernels::extent& e) {
  return std::to_string(e.rows) + "x" + std::to_string(e.cols);
}

}  // namespace dpscale::bench::micro
