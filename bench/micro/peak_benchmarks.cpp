// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/micro/measure.hpp"
#include "bench/micro/peak_loops.hpp"
#include "bench/micro/subjects.hpp"

namespace dpscale::bench::micro {

namespace {

void read_memory(benchmark::State& state, peaks& best, backend::isa level, std::size_t bytes) {
  profiles::memory_ledger ledger;
  const backend::cpu_buffer<float> memory(bytes / sizeof(float), ledger,
                                          profiles::memory_category::workspace);
  measure(state, best, level, {.bytes = static_cast<double>(bytes), .footprint = bytes},
          [&] { benchmark::DoNotOptimize(loops_of(level).read(memory.data(), memory.size())); });
}

}  // namespace

void register_peaks(peaks& best) {
  constexpr std::size_t kibibyte = 1024, mebibyte = 1024 * kibibyte;
  for (const auto level : machine_levels()) {
    benchmark::RegisterBenchmark(
        benchmark_name("multiply_add", level, "registers").c_str(),
        [&best, level](benchmark::State& state) {
          constexpr std::size_t rounds = 10'000;
          const peak_loops& loops = loops_of(level);
          measure(state, best, level, {.flop = static_cast<double>(rounds * loops.flop_per_round)},
                  [&] { benchmark::DoNotOptimize(loops.multiply_adds(rounds)); });
        });
    for (const std::size_t bytes : {32 * kibibyte, mebibyte, 16 * mebibyte, 512 * mebibyte}) {
      const std::string size = std::to_string(bytes / kibibyte) + "KiB";
      benchmark::RegisterBenchmark(benchmark_name("read", level, size).c_str(),
                                   [&best, level, bytes](benchmark::State& state) {
                                     read_memory(state, best, level, bytes);
                                   });
    }
  }
}

}  // namespace dpscale::bench::micro
