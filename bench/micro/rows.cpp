// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "bench/micro/measure.hpp"
#include "bench/micro/subjects.hpp"

namespace dpscale::bench::micro {

namespace {

constexpr std::array<std::size_t, 3> batches{32, 64, 1024};

/// Random rows of a data set of MNIST's size, never the same batch twice in a row, as in training:
/// they come from memory.
class shuffled_images {
 public:
  static constexpr std::size_t count = 60'000, features = 784;
  shuffled_images()
      : images_(count * features, ledger_, profiles::memory_category::dataset), index_(count) {
    std::mt19937 engine(1);
    for (std::uint8_t& byte : images_.span()) {
      byte = static_cast<std::uint8_t>(engine() % 5 == 0 ? engine() : 0);
    }
    std::iota(index_.begin(), index_.end(), 0U);
    std::shuffle(index_.begin(), index_.end(), engine);
  }
  [[nodiscard]] const std::uint8_t* images() const { return images_.data(); }
  const std::uint32_t* next(std::size_t rows) {
    if (at_ + rows > count) at_ = 0;
    const std::uint32_t* batch = index_.data() + at_;
    at_ += rows;
    return batch;
  }

 private:
  profiles::memory_ledger ledger_;
  backend::cpu_buffer<std::uint8_t> images_;
  std::vector<std::uint32_t> index_;
  std::size_t at_ = 0;
};

void run_gather(benchmark::State& state, peaks& best, backend::isa level, std::size_t rows) {
  shuffled_images data;
  profiles::memory_ledger ledger;
  const auto e = padded(rows, data.features);
  auto out = random_floats(e.rows * e.ld, ledger);
  const auto& launch = kernels::launches(level);
  // Bytes of images and of the floats made from them; the share is of reading the whole data set.
  const double bytes = static_cast<double>(rows * (data.features + e.ld * sizeof(float)));
  measure(state, best, level, {.bytes = bytes, .footprint = data.count * data.features}, [&] {
    launch.gather_scale(data.images(), data.features, data.next(rows), out.data(), e);
  });
}

void run_bias_relu(benchmark::State& state, peaks& best, backend::isa level, kernels::extent e) {
  profiles::memory_ledger ledger;
  auto y = random_floats(e.rows * e.ld, ledger);
  const auto bias = random_floats(e.ld, ledger, -1e-6F, 0);
  const auto& launch = kernels::launches(level);
  const std::size_t once = e.rows * e.cols * sizeof(float);
  measure(state, best, level, {.bytes = 2.0 * static_cast<double>(once), .footprint = once},
          [&] { launch.bias_relu_forward(y.data(), bias.data(), e); });
}

void run_softmax(benchmark::State& state, peaks& best, backend::isa level, kernels::extent e) {
  profiles::memory_ledger ledger;
  const auto logits = random_floats(e.rows * e.ld, ledger, -5, 5),
             bias = random_floats(e.ld, ledger);
  auto dlogits = random_floats(e.rows * e.ld, ledger);
  std::vector<std::uint8_t> labels(e.rows);
  std::mt19937 engine(2);
  for (auto& label : labels) label = static_cast<std::uint8_t>(engine() % e.cols);
  const auto& launch = kernels::launches(level);
  const std::size_t once = e.rows * e.ld * sizeof(float);
  std::uint64_t correct = 0;
  measure(
      state, best, level, {.bytes = 2.0 * static_cast<double>(once), .footprint = 2 * once}, [&] {
        benchmark::DoNotOptimize(launch.softmax_cross_entropy(
            logits.data(), bias.data(), labels.data(), nullptr, dlogits.data(), 0.1F, e, &correct));
      });
}

using row_benchmark = void (*)(benchmark::State&, peaks&, backend::isa, kernels::extent);

void register_shape(peaks& best, const char* name, row_benchmark run, kernels::extent e) {
  for (const auto level : machine_levels()) {
    benchmark::RegisterBenchmark(
        benchmark_name(name, level, shape_name(e)).c_str(),
        [&best, run, level, e](benchmark::State& state) { run(state, best, level, e); });
  }
}

}  // namespace

void register_rows(peaks& best) {
  for (const std::size_t rows : batches) {
    for (const auto level : machine_levels()) {
      benchmark::RegisterBenchmark(
          benchmark_name("gather_scale", level, shape_name(padded(rows, 784))).c_str(),
          [&best, level, rows](benchmark::State& state) { run_gather(state, best, level, rows); });
    }
    for (const std::size_t cols : {64, 128, 256}) {
      register_shape(best, "bias_relu", run_bias_relu, padded(rows, cols));
    }
    register_shape(best, "softmax_cross_entropy", run_softmax, padded(rows, 10));
  }
}

}  // namespace dpscale::bench::micro
