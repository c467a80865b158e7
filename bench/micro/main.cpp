// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// dpscale_micro: the kernels alone, on one core, as shares of what that core can do at best.
// Google Benchmark's own options apply (--help); --benchmark_filter=adam/x86-64-v4 takes a part.
#include <benchmark/benchmark.h>

#include <cstdio>

#include "bench/micro/peak.hpp"
#include "bench/micro/subjects.hpp"
#include "trainers/backend/cpu/thread.hpp"
#include "trainers/protocol/error.hpp"

namespace {

/// As the trainers' compute threads are: pinned, subnormals flushed.
void prepare_thread() {
  const auto cores = dpscale::backend::usable_cores();
  if (!cores.empty()) dpscale::backend::pin_this_thread(cores.back());
  dpscale::backend::flush_subnormals();
}

int run(int argc, char** argv) {
  using namespace dpscale::bench::micro;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return dpscale::protocol::status(dpscale::protocol::exit_code::usage);
  }
  prepare_thread();
  peaks best;
  register_peaks(best);
  register_products(best);
  register_rows(best);
  register_columns(best);
  register_optimizers(best);
  register_elements(best);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const dpscale::protocol::error& e) {
    std::fprintf(stderr, "dpscale_micro: %s\n", e.what());
    return dpscale::protocol::status(e.code());
  }
}
