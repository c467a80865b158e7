// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "trainers/backend/cpu/cpu.hpp"
#include "trainers/comm/comm_world.hpp"
#include "trainers/comm/local.hpp"
#include "trainers/comm/run_ranks.hpp"
#include "trainers/data/synthetic.hpp"
#include "trainers/model/initialize.hpp"
#include "trainers/run/context.hpp"
#include "trainers/strategies/mirrored.hpp"
#include "trainers/strategies/single.hpp"

namespace dpscale::tests {

using backend::cpu;

/// A small run: a model, learnable data and its initial parameters.
inline run_setup small_setup(std::vector<std::size_t> widths, std::size_t samples,
                             std::uint64_t global_batch) {
  config c;
  c.model = widths;
  c.global_batch = global_batch;
  c.seed = 7;
  model::layout shape(widths);
  data::train_and_test sets{
      data::synthetic(samples, widths.front(), widths.back(), c.seed),
      data::synthetic(50, widths.front(), widths.back(), c.seed, data::split::test)};
  auto initial = model::initial_parameters(shape, init_mode::torch, c.seed);
  return {c, std::move(shape), std::move(sets), std::move(initial)};
}

/// What one rank of a test gets.
struct test_rank {
  comm::communicator& communicator;
  rank_context<cpu>& context;
};

using make_strategy = std::function<std::unique_ptr<strategies::strategy>(
    strategies::replica<cpu>&, comm::communicator&, profiles::phase_clock&)>;

inline std::unique_ptr<strategies::strategy> make_mirrored(strategies::replica<cpu>& state,
                                                           comm::communicator& communicator,
                                                           profiles::phase_clock& clock) {
  return std::make_unique<strategies::mirrored<cpu>>(state, communicator, clock);
}

/// Runs `body` on `ranks` threads, each with a context over the local communicator.
inline void on_ranks(const run_setup& setup, int ranks, const make_strategy& make,
                     const std::function<void(test_rank)>& body,
                     backend::isa level = backend::best_isa()) {
  const backend::gemm_factory blas(level);
  comm::local_group group(ranks, false, kernels::launches(level));
  comm::run_ranks(group, {}, [&](int rank) {
    cpu::stream stream(level);
    profiles::memory_ledger ledger;
    profiles::phase_clock clock;
    rank_progress progress;
    comm::local_communicator communicator(group, rank, clock);
    comm_world world(communicator);
    rank_context<cpu> context{
        setup,
        world,
        stream,
        blas,
        ledger,
        clock,
        progress,
        [&](auto& state, auto& phases) { return make(state, communicator, phases); },
        [] { return exchange_count{}; },
        -1,
        true};
    body({communicator, context});
  });
}

/// Parameters (files' order) of every rank after `steps` steps of `plan`, and the last reduced
/// gradient.
struct outcome {
  std::vector<std::vector<float>> parameters, gradients;
};

inline outcome train_ranks(const run_setup& setup, const training_plan& plan, int ranks,
                           std::uint64_t steps, const make_strategy& make = make_mirrored) {
  outcome out;
  out.parameters.resize(static_cast<std::size_t>(ranks));
  out.gradients.resize(static_cast<std::size_t>(ranks));
  on_ranks(setup, ranks, make, [&](test_rank r) {
    rank_context<cpu>& c = r.context;
    const resident_data<cpu> train(setup.data.train, c.ledger);
    trainer<cpu> t(plan, train, {}, c.ranks.rank(), c.ranks.size(), c.stream, c.blas, c.ledger,
                   c.clock, c.make_strategy);
    setup.shape.from_file_order(setup.initial, t.parameters());
    for (std::uint64_t i = 0; i < steps; ++i) t.step();
    const auto rank = static_cast<std::size_t>(c.ranks.rank());
    out.parameters[rank] = setup.shape.to_file_order(t.parameters());
    out.gradients[rank] = setup.shape.to_file_order(t.gradients());
  });
  return out;
}

inline std::unique_ptr<strategies::strategy> make_single(strategies::replica<cpu>& state,
                                                         comm::communicator&,
                                                         profiles::phase_clock& clock) {
  return std::make_unique<strategies::single<cpu>>(state, clock);
}

/// |a - b| / |b| in float64.
template <typename A, typename B>
double relative_difference(const A& a, const B& b) {
  double difference = 0, reference = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double d = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    difference += d * d;
    reference += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return std::sqrt(difference / reference);
}

}  // namespace dpscale::tests
