// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/backend/cpu/gemm.hpp"

#include <fmt/format.h>

#include "trainers/backend/cpu/gemm_dnnl.hpp"
#include "trainers/backend/cpu/gemm_xsmm.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::backend {

std::string_view name(gemm_library library) {
  return library == gemm_library::libxsmm ? "libxsmm" : "onednn";
}

std::string version(gemm_library library) {
  return library == gemm_library::libxsmm ? xsmm_version() : dnnl_version();
}

gemm_factory::gemm_factory(isa level)
    : level_(level), library_(xsmm_usable(level) ? gemm_library::libxsmm : gemm_library::onednn) {}

gemm gemm_factory::make(const gemm_shape& s) const {
  if (library_ == gemm_library::libxsmm) {
    if (gemm made = make_gemm_xsmm(s)) return made;
  }
  if (gemm made = make_gemm_dnnl(s)) return made;
  throw protocol::error(
      protocol::exit_code::unsupported,
      fmt::format("no library here makes a {}x{}x{} product at level {}; try another --isa", s.m,
                  s.n, s.k, name(level_)));
}

}  // namespace dpscale::backend
