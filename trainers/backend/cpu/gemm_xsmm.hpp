// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "trainers/backend/cpu/gemm.hpp"

namespace dpscale::backend {

/// Whether libxsmm was built in and its JIT runs at `level` on this machine. The first call fixes
/// the level of every later kernel of the process.
bool xsmm_usable(isa level);

/// A libxsmm kernel for `s`, empty where the JIT makes none.
gemm make_gemm_xsmm(const gemm_shape& s);

/// "1.17", or "none" where it was not built in.
std::string xsmm_version();

}  // namespace dpscale::backend
