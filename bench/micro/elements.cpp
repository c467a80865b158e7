// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "bench/micro/measure.hpp"
#include "bench/micro/subjects.hpp"

namespace dpscale::bench::micro {

namespace {

// The parameters of 784-64-10 and 784-256-128-10.
constexpr std::array<std::size_t, 2> sizes{50'890, 235'146};

struct vectors {
  profiles::memory_ledger ledger;
  backend::cpu_buffer<float> x, y;
  explicit vectors(std::size_t n) : x(random_floats(n, ledger)), y(random_floats(n, ledger)) {}
};

/// A benchmark of an element kernel that goes through `streams` arrays: call(launches, vectors, n).
template <typename Call>
void register_one(peaks& best, const char* name, std::size_t streams, Call call) {
  for (const auto level : machine_levels()) {
    for (const std::size_t n : sizes) {
      benchmark::RegisterBenchmark(
          benchmark_name(name, level, std::to_string(n)).c_str(),
          [&best, level, n, streams, call](benchmark::State& state) {
            vectors v(n);
            const auto& launch = kernels::launches(level);
            const std::size_t bytes = streams * n * sizeof(float);
            measure(state, best, level, {.bytes = static_cast<double>(bytes), .footprint = bytes},
                    [&] { call(launch, v, n); });
          });
    }
  }
}

void register_transpose(peaks& best) {
  // Weights of the layers whose input gradient is asked for, as they lie in memory.
  for (const auto e : {padded(64, 16), padded(256, 128), padded(128, 16)}) {
    for (const auto level : machine_levels()) {
      benchmark::RegisterBenchmark(
          benchmark_name("transpose", level, shape_name(e)).c_str(),
          [&best, level, e](benchmark::State& state) {
            vectors v(e.rows * e.ld);
            const auto& launch = kernels::launches(level);
            const std::size_t bytes = 2 * e.rows * e.cols * sizeof(float);
            measure(state, best, level, {.bytes = static_cast<double>(bytes), .footprint = bytes},
                    [&] { launch.transpose(v.x.data(), v.y.data(), e, e.rows); });
          });
    }
  }
}

}  // namespace

void register_elements(peaks& best) {
  using table = kernels::launch_table;
  register_one(best, "fill", 1, [](const table& launch, vectors& v, std::size_t n) {
    launch.fill(v.x.data(), 0, n);
  });
  register_one(best, "copy", 2, [](const table& launch, vectors& v, std::size_t n) {
    launch.copy(v.x.data(), v.y.data(), n);
  });
  register_one(best, "axpy", 3, [](const table& launch, vectors& v, std::size_t n) {
    launch.axpy(1e-3F, v.x.data(), v.y.data(), n);
  });
  register_one(best, "sum_in_order_of_2", 3, [](const table& launch, vectors& v, std::size_t n) {
    const std::array<const float*, 2> inputs{v.x.data(), v.y.data()};
    launch.sum_in_order(inputs.data(), inputs.size(), v.y.data(), n);
  });
  register_transpose(best);
}

}  // namespace dpscale::bench::micro
