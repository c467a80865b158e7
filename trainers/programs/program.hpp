// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "trainers/backend/cpu/gemm.hpp"
#include "trainers/backend/cpu/isa.hpp"
#include "trainers/run/context.hpp"
#include "trainers/run/result.hpp"

namespace dpscale {

/// What a trainer's own part gets: the loaded run, one progress line a rank, and where kernels come
/// from.
struct program_context {
  const run_setup& setup;
  std::vector<rank_progress>& progress;  ///< one a rank
  backend::isa level;
  backend::gemm_factory blas;
  std::vector<int> cores;  ///< one a rank; empty where pinning isn't possible
};

/// The frame of both trainers: parses the command line, guards deadline and signals, loads the
/// data, calls `train`, writes the record and the parameters asked for. Returns the process status.
/// `train` fills `final_parameters` (flat) with rank 0's.
int run_program(const char* name, int argc, char** argv,
                const std::function<run_result(const program_context&,
                                               std::vector<float>& final_parameters)>& train);

}  // namespace dpscale
