// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "trainers/backend/cpu/isa.hpp"

namespace dpscale::backend {

/// A single-precision product of fixed shape, row-major: C[m][n] = op(A)[m][k] B[k][n], or C +=
/// with `accumulate`. transpose_a: A is stored [k][m]. lda, ldb, ldc are the row strides in
/// elements.
struct gemm_shape {
  std::size_t m = 0, n = 0, k = 0, lda = 0, ldb = 0, ldc = 0;
  bool transpose_a = false, accumulate = false;
  friend bool operator==(const gemm_shape&, const gemm_shape&) = default;
};

/// A product made once and called many times on the thread that uses it; the call allocates
/// nothing. Copies share the kernel but must not run at once on two threads.
class gemm {
 public:
  using function = void (*)(const void* state, const float* a, const float* b, float* c);
  gemm() = default;
  gemm(function call, std::shared_ptr<const void> state) : call_(call), state_(std::move(state)) {}
  void operator()(const float* a, const float* b, float* c) const { call_(state_.get(), a, b, c); }
  explicit operator bool() const { return call_ != nullptr; }

 private:
  function call_ = nullptr;
  std::shared_ptr<const void> state_;
};

/// The libraries that can make a product.
enum class gemm_library { libxsmm, onednn };
std::string_view name(gemm_library library);
/// "1.17", "2.6.3"
std::string version(gemm_library library);

/// Makes products with one library at one instruction-set level. `automatic` takes libxsmm where
/// the build has it and its JIT accepts the machine, else oneDNN; a shape the first can't make is
/// made by the second.
class gemm_factory {
 public:
  using shape = gemm_shape;
  using product = gemm;
  explicit gemm_factory(isa level);
  gemm_factory(isa level, gemm_library library) : level_(level), library_(library) {}
  /// Throws protocol::error (unsupported) where no library makes the shape.
  [[nodiscard]] gemm make(const gemm_shape& s) const;
  [[nodiscard]] gemm_library library() const { return library_; }

 private:
  isa level_;
  gemm_library library_;
};

}  // namespace dpscale::backend
