// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// train_multi: N devices, ranks that are pinned threads, a communicator and a strategy chosen by
// name.
#include <chrono>
#include <optional>

#include "trainers/backend/cpu/thread.hpp"
#include "trainers/comm/comm_world.hpp"
#include "trainers/comm/counting.hpp"
#include "trainers/comm/local.hpp"
#include "trainers/comm/run_ranks.hpp"
#include "trainers/programs/program.hpp"
#include "trainers/run/run.hpp"
#include "trainers/strategies/mirrored.hpp"

namespace {

using dpscale::backend::cpu;

/// One rank: builds what it owns on its own thread (so that memory is near its core) and runs.
dpscale::run_result train_rank(const dpscale::program_context& program,
                               dpscale::comm::local_group& group, int rank,
                               std::chrono::steady_clock::time_point group_start,
                               std::vector<float>& parameters) {
  const auto r = static_cast<std::size_t>(rank);
  cpu::stream stream(program.level);
  dpscale::profiles::memory_ledger ledger;
  dpscale::profiles::phase_clock clock;
  dpscale::comm::local_communicator local(group, rank, clock);
  dpscale::comm::counting_communicator communicator(local);
  dpscale::comm_world ranks(communicator);
  dpscale::rank_context<cpu> context{
      program.setup,
      ranks,
      stream,
      program.blas,
      ledger,
      clock,
      program.progress[r],
      [&communicator](auto& state, auto& phases) {
        return std::make_unique<dpscale::strategies::mirrored<cpu>>(state, communicator, phases);
      },
      [&communicator] {
        return dpscale::exchange_count{communicator.total().calls, communicator.total().bytes};
      },
      r < program.cores.size() ? program.cores[r] : -1,
      dpscale::backend::flush_subnormals()};
  communicator.barrier();
  const double communicator_seconds = dpscale::profiles::seconds_since(group_start);
  std::optional<dpscale::rank_run<cpu>> run;
  const double device_seconds = dpscale::profiles::timed([&] { run.emplace(context); });
  dpscale::run_result result = run->run();
  result.startup.communicator = communicator_seconds;
  result.startup.device = device_seconds;
  if (rank == 0) parameters.assign(run->parameters().begin(), run->parameters().end());
  return result;
}

dpscale::run_result train(const dpscale::program_context& program, std::vector<float>& parameters) {
  const int ranks = program.setup.settings.devices;
  const bool own_cores = static_cast<std::size_t>(ranks) <= program.cores.size();
  const auto start = std::chrono::steady_clock::now();
  dpscale::comm::local_group group(ranks, own_cores, dpscale::kernels::launches(program.level));
  dpscale::run_result result;
  dpscale::comm::run_ranks(group, program.cores, [&](int rank) {
    dpscale::run_result mine = train_rank(program, group, rank, start, parameters);
    if (rank == 0) result = std::move(mine);
  });
  return result;
}

}  // namespace

int main(int argc, char** argv) { return dpscale::run_program("train_multi", argc, argv, train); }
