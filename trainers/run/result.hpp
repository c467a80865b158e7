// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiles/memory_ledger.hpp"
#include "profiles/phase_clock.hpp"
#include "trainers/protocol/exit_code.hpp"
#include "trainers/run/measure/measure.hpp"

namespace dpscale {

/// What one rank says of itself at the end; plain bytes, so that ranks of any kind can gather it.
struct rank_report {
  std::int64_t core = -1;  ///< logical processor it ran on, -1: not pinned
  std::uint64_t samples = 0, allocations_per_step = 0, collective_calls = 0, collective_bytes = 0;
  std::array<double, profiles::phase_count> phase_seconds{};  ///< per step
  std::array<profiles::memory_usage, profiles::memory_category_count> memory{};
  profiles::memory_usage memory_total{};
  std::uint64_t parameters_checksum = 0, order_hash = 0, whole_order_hash = 0;
};

struct epoch_result {
  std::uint64_t epoch;  ///< from 1
  double train_loss, test_accuracy, seconds;
};

/// N devices against one, from the same parameters (--verify).
struct verification {
  double gradient_difference = 0, gradient_tolerance = 0;  ///< largest relative L2 over tensors
  double uneven_gradient_difference = 0;
  double sgd_difference = 0, sgd_tolerance = 0;  ///< parameters after sgd_steps of SGD
  double optimizer_difference = 0;  ///< the same with the configured optimizer; not judged
  std::uint64_t batch = 0, uneven_batch = 0, sgd_steps = 0;
  bool passed = false;
};

/// Seconds of each part of the start; what a run doesn't have stays empty.
struct startup_times {
  std::optional<double> process, data, device, communicator, first_step;
};

/// Everything a run found; rank 0's is written into the record.
struct run_result {
  protocol::exit_code code = protocol::exit_code::ok;
  std::string reason;  ///< empty where code is ok
  std::vector<rank_report> ranks;
  std::optional<measurement> measured;
  std::vector<epoch_result> epochs;
  std::optional<double> test_accuracy;  ///< at the end
  double probe_loss_start = 0, probe_loss_end = 0;
  std::uint64_t probe_samples = 0, steps = 0, phase_steps = 0;
  double train_seconds = 0;
  std::optional<verification> verified;
  startup_times startup;
  bool subnormals_flushed = false;
};

}  // namespace dpscale
