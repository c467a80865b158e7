// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "bench/micro/measure.hpp"
#include "bench/micro/subjects.hpp"

namespace dpscale::bench::micro {

namespace {

void run_relu_backward(benchmark::State& state, peaks& best, backend::isa level,
                       kernels::extent e) {
  profiles::memory_ledger ledger;
  auto dy = random_floats(e.rows * e.ld, ledger), dbias = random_floats(e.ld, ledger);
  const auto y = random_floats(e.rows * e.ld, ledger);
  const auto& launch = kernels::launches(level);
  const std::size_t once = e.rows * e.cols * sizeof(float);
  measure(state, best, level, {.bytes = 3.0 * static_cast<double>(once), .footprint = 2 * once},
          [&] { launch.relu_backward_bias(dy.data(), y.data(), dbias.data(), e, false); });
}

void run_column_sum(benchmark::State& state, peaks& best, backend::isa level, kernels::extent e) {
  profiles::memory_ledger ledger;
  const auto x = random_floats(e.rows * e.ld, ledger);
  auto out = random_floats(e.ld, ledger);
  const auto& launch = kernels::launches(level);
  // Whole rows: the gap of a line comes with it.
  const std::size_t once = e.rows * e.ld * sizeof(float);
  measure(state, best, level, {.bytes = static_cast<double>(once), .footprint = once},
          [&] { launch.column_sum(x.data(), out.data(), e, false); });
}

}  // namespace

void register_columns(peaks& best) {
  for (const auto level : machine_levels()) {
    for (const std::size_t rows : {32, 64, 1024}) {
      for (const std::size_t cols : {64, 128, 256}) {
        const auto e = padded(rows, cols);
        benchmark::RegisterBenchmark(
            benchmark_name("relu_backward_bias", level, shape_name(e)).c_str(),
            [&best, level, e](benchmark::State& state) {
              run_relu_backward(state, best, level, e);
            });
      }
      const auto e = padded(rows, 10);
      benchmark::RegisterBenchmark(
          benchmark_name("column_sum", level, shape_name(e)).c_str(),
          [&best, level, e](benchmark::State& state) { run_column_sum(state, best, level, e); });
    }
  }
}

}  // namespace dpscale::bench::micro
