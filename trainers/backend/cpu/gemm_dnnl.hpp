// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "trainers/backend/cpu/gemm.hpp"

namespace dpscale::backend {

/// A oneDNN matmul primitive for `s`, run on the calling thread alone; empty where oneDNN has none.
gemm make_gemm_dnnl(const gemm_shape& s);

/// "2.6.3"
std::string dnnl_version();

}  // namespace dpscale::backend
