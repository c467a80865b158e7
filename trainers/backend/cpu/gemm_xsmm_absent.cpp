// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// The same functions for machines libxsmm has no JIT for (arm64).
#include "trainers/backend/cpu/gemm_xsmm.hpp"

namespace dpscale::backend {

bool xsmm_usable(isa) { return false; }
gemm make_gemm_xsmm(const gemm_shape&) { return {}; }
std::string xsmm_version() { return "none"; }

}  // namespace dpscale::backend
