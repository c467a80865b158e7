// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// train_single: one device, no communication code.
#include <optional>

#include "trainers/backend/cpu/thread.hpp"
#include "trainers/programs/program.hpp"
#include "trainers/run/run.hpp"
#include "trainers/strategies/single.hpp"

namespace {

using dpscale::backend::cpu;

dpscale::run_result train(const dpscale::program_context& program, std::vector<float>& parameters) {
  const bool pinned =
      !program.cores.empty() && dpscale::backend::pin_this_thread(program.cores.front());
  const bool flushed = dpscale::backend::flush_subnormals();
  dpscale::alone ranks;
  cpu::stream stream(program.level);
  dpscale::profiles::memory_ledger ledger;
  dpscale::profiles::phase_clock clock;
  dpscale::rank_context<cpu> context{program.setup,
                                     ranks,
                                     stream,
                                     program.blas,
                                     ledger,
                                     clock,
                                     program.progress.front(),
                                     [](auto& state, auto& phases) {
                                       return std::make_unique<dpscale::strategies::single<cpu>>(
                                           state, phases);
                                     },
                                     [] { return dpscale::exchange_count{}; },
                                     pinned ? program.cores.front() : -1,
                                     flushed};
  std::optional<dpscale::rank_run<cpu>> run;
  const double device_seconds = dpscale::profiles::timed([&] { run.emplace(context); });
  dpscale::run_result result = run->run();
  result.startup.device = device_seconds;
  parameters.assign(run->parameters().begin(), run->parameters().end());
  return result;
}

}  // namespace

int main(int argc, char** argv) { return dpscale::run_program("train_single", argc, argv, train); }
