// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "bench/micro/measure.hpp"
#include "bench/micro/subjects.hpp"
#include "trainers/backend/cpu/gemm.hpp"

namespace dpscale::bench::micro {

namespace {

using backend::gemm_library;
using backend::gemm_shape;

/// A product of one layer, rows of a batch first.
struct named_shape {
  std::string name;
  gemm_shape shape;
};

/// The three products of a layer `in` to `out` (as padded) for `rows` of a batch.
std::vector<named_shape> layer_products(std::size_t rows, std::size_t in, std::size_t out,
                                        bool first) {
  const std::string size =
      std::to_string(rows) + "x" + std::to_string(in) + "x" + std::to_string(out);
  std::vector<named_shape> all{
      {"forward/" + size, {rows, out, in, in, out, out, false, false}},
      {"weight_gradient/" + size, {in, out, rows, in, out, out, true, false}}};
  if (!first) {
    all.push_back({"input_gradient/" + size, {rows, in, out, out, in, in, false, false}});
  }
  return all;
}

std::vector<named_shape> shapes() {
  std::vector<named_shape> all;
  for (const std::size_t rows : {32, 64, 224}) {
    for (const auto& [in, out] :
         {std::pair{784, 64}, {784, 256}, {256, 128}, {128, 16}, {64, 16}}) {
      const auto of = layer_products(rows, static_cast<std::size_t>(in),
                                     static_cast<std::size_t>(out), in == 784);
      all.insert(all.end(), of.begin(), of.end());
    }
  }
  return all;
}

void run_product(benchmark::State& state, peaks& best, backend::isa level, gemm_library library,
                 const gemm_shape& s) {
  const backend::gemm product = backend::gemm_factory(level, library).make(s);
  profiles::memory_ledger ledger;
  const auto a = random_floats((s.transpose_a ? s.k : s.m) * s.lda, ledger);
  const auto b = random_floats(s.k * s.ldb, ledger);
  auto c = random_floats(s.m * s.ldc, ledger);
  const double flop = 2.0 * static_cast<double>(s.m * s.n * s.k);
  measure(state, best, level, {.flop = flop}, [&] { product(a.data(), b.data(), c.data()); });
}

}  // namespace

void register_products(peaks& best) {
  // One level: the libraries' own code generators pick theirs once a process.
  const backend::isa level = backend::best_isa();
  std::vector<gemm_library> libraries{backend::gemm_factory(level).library()};
  if (libraries.front() != gemm_library::onednn) libraries.push_back(gemm_library::onednn);
  for (const gemm_library library : libraries) {
    for (const auto& [name, shape] : shapes()) {
      const std::string full = "product/" + std::string(backend::name(library)) + "/" + name;
      benchmark::RegisterBenchmark(full.c_str(),
                                   [&best, level, library, shape = shape](benchmark::State& state) {
                                     run_product(state, best, level, library, shape);
                                   });
    }
  }
}

}  // namespace dpscale::bench::micro
