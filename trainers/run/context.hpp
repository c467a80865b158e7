// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "profiles/memory_ledger.hpp"
#include "profiles/phase_clock.hpp"
#include "profiles/timing.hpp"
#include "trainers/comm/world.hpp"
#include "trainers/config/config.hpp"
#include "trainers/data/dataset.hpp"
#include "trainers/model/layout.hpp"
#include "trainers/run/progress.hpp"
#include "trainers/step/trainer.hpp"

namespace dpscale {

/// What all ranks of a run share, read only.
struct run_setup {
  config settings;
  model::layout shape;
  data::train_and_test data;
  std::vector<float> initial;  ///< parameters in the files' order
};

/// Collectives a rank has made so far.
struct exchange_count {
  std::uint64_t calls = 0, bytes = 0;
};

/// One rank's surroundings; everything is borrowed and outlives the run.
template <typename Backend>
struct rank_context {
  const run_setup& setup;
  world& ranks;
  typename Backend::stream& stream;
  const typename Backend::blas& blas;
  profiles::memory_ledger& ledger;
  profiles::phase_clock& clock;
  rank_progress& progress;
  strategy_factory<Backend> make_strategy;
  std::function<exchange_count()> exchanges;
  std::int64_t core;
  bool subnormals_flushed;
};

/// The optimizer's and the batches' part of a configuration, for `samples` training samples.
training_plan plan_of(const run_setup& setup, std::uint64_t samples);

}  // namespace dpscale
