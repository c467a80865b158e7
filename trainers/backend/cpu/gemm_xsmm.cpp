// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/backend/cpu/gemm_xsmm.hpp"

#include <libxsmm.h>

#include <limits>
#include <mutex>

namespace dpscale::backend {

namespace {

int target_of(isa level) {
  switch (level) {
    case isa::x86_64_v4:
      return LIBXSMM_X86_AVX512_CORE;
    case isa::x86_64_v3:
      return LIBXSMM_X86_AVX2;
    default:
      return LIBXSMM_X86_SSE3;
  }
}

struct xsmm_kernel {
  libxsmm_smmfunction call;
};

void run(const void* state, const float* a, const float* b, float* c) {
  // libxsmm is column-major: a row-major C = A B is C^T = B^T A^T there.
  static_cast<const xsmm_kernel*>(state)->call(b, a, c);
}

bool fits(std::size_t value) {
  return value <= static_cast<std::size_t>(std::numeric_limits<libxsmm_blasint>::max());
}

}  // namespace

bool xsmm_usable(isa level) {
  static std::once_flag once;
  std::call_once(once, [level] {
    libxsmm_init();
    if (libxsmm_get_target_archid() > target_of(level)) {
      libxsmm_set_target_archid(target_of(level));
    }
  });
  return static_cast<bool>(make_gemm_xsmm({32, 16, 64, 64, 16, 16, false, false}));
}

gemm make_gemm_xsmm(const gemm_shape& s) {
  if (!fits(s.m) || !fits(s.n) || !fits(s.k) || !fits(s.lda) || !fits(s.ldb) || !fits(s.ldc)) {
    return {};
  }
  const auto as_int = [](std::size_t v) { return static_cast<libxsmm_blasint>(v); };
  const libxsmm_blasint lda = as_int(s.ldb), ldb = as_int(s.lda), ldc = as_int(s.ldc);
  const float alpha = 1.0F, beta = s.accumulate ? 1.0F : 0.0F;
  const int flags = s.transpose_a ? LIBXSMM_GEMM_FLAG_TRANS_B : LIBXSMM_GEMM_FLAG_NONE;
  const libxsmm_smmfunction call = libxsmm_smmdispatch(as_int(s.n), as_int(s.m), as_int(s.k), &lda,
                                                       &ldb, &ldc, &alpha, &beta, &flags, nullptr);
  if (call == nullptr) return {};
  return {run, std::make_shared<xsmm_kernel>(call)};
}

std::string xsmm_version() { return LIBXSMM_VERSION; }

}  // namespace dpscale::backend
