// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "bench/micro/measure.hpp"
#include "bench/micro/subjects.hpp"

namespace dpscale::bench::micro {

namespace {

// A slice as it is updated while its gradient is in the nearest cache, then the parameters of
// 784-64-10 and 784-256-128-10.
constexpr std::array<std::size_t, 3> sizes{2'048, 50'890, 235'146};

struct state_vectors {
  profiles::memory_ledger ledger;
  backend::cpu_buffer<float> w, g, m, v;
  explicit state_vectors(std::size_t n)
      : w(random_floats(n, ledger)),
        g(random_floats(n, ledger)),
        m(random_floats(n, ledger)),
        v(random_floats(n, ledger, 0)) {}
};

void run_adam(benchmark::State& state, peaks& best, backend::isa level, std::size_t n) {
  state_vectors s(n);
  const auto& launch = kernels::launches(level);
  const auto step = kernels::make_adam_step({1e-3, 0.9, 0.999, 1e-8, 0, false, 2000});
  const double bytes = 7.0 * static_cast<double>(n * sizeof(float));
  measure(state, best, level, {.bytes = bytes, .footprint = 4 * n * sizeof(float)},
          [&] { launch.adam(s.w.data(), s.g.data(), s.m.data(), s.v.data(), n, step); });
}

void run_sgd(benchmark::State& state, peaks& best, backend::isa level, std::size_t n) {
  state_vectors s(n);
  const auto& launch = kernels::launches(level);
  const double bytes = 5.0 * static_cast<double>(n * sizeof(float));
  measure(state, best, level, {.bytes = bytes, .footprint = 3 * n * sizeof(float)}, [&] {
    launch.sgd(s.w.data(), s.g.data(), s.m.data(), n, {1e-3F, 0.9F, 0, 2000});
  });
}

}  // namespace

void register_optimizers(peaks& best) {
  for (const auto level : machine_levels()) {
    for (const std::size_t n : sizes) {
      benchmark::RegisterBenchmark(
          benchmark_name("adam", level, std::to_string(n)).c_str(),
          [&best, level, n](benchmark::State& state) { run_adam(state, best, level, n); });
      benchmark::RegisterBenchmark(
          benchmark_name("sgd", level, std::to_string(n)).c_str(),
          [&best, level, n](benchmark::State& state) { run_sgd(state, best, level, n); });
    }
  }
}

}  // namespace dpscale::bench::micro
