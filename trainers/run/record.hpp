// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "trainers/backend/cpu/gemm.hpp"
#include "trainers/run/context.hpp"
#include "trainers/run/result.hpp"

namespace dpscale {

/// The record (dpscale.record/1) of a finished run.
nlohmann::json run_record(const std::string& program, const run_setup& setup,
                          const run_result& result, backend::isa level,
                          const backend::gemm_factory& blas);

}  // namespace dpscale
