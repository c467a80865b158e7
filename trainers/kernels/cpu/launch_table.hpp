// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "trainers/backend/cpu/isa.hpp"
#include "trainers/kernels/operands.hpp"

namespace dpscale::kernels {

/// The CPU launches of every kernel body, one table an instruction set. All run on the calling
/// thread, allocate nothing and never throw. Any rows or n of 0 is legal and does nothing
/// (accumulating forms) or yields zero (the others).
struct launch_table {
  /// out[r][c] = images[index[r]][c] / 255 (255 gives exactly 1), c < features; gap columns are
  /// zeroed.
  void (*gather_scale)(const std::uint8_t* images, std::size_t features, const std::uint32_t* index,
                       float* out, extent e);
  /// out[r] = labels[index[r]]
  void (*gather_labels)(const std::uint8_t* labels, const std::uint32_t* index, std::uint8_t* out,
                        std::size_t n);
  /// y[r][c] = max(y[r][c] + bias[c], 0) in place
  void (*bias_relu_forward)(float* y, const float* bias, extent e);
  /// dy[r][c] = y[r][c] > 0 ? dy[r][c] : 0 in place; dbias[c] (+)= the sum over rows
  void (*relu_backward_bias)(float* dy, const float* y, float* dbias, extent e, bool accumulate);
  /// out[c] (+)= sum over rows of x[r][c]
  void (*column_sum)(const float* x, float* out, extent e, bool accumulate);
  /// Softmax cross entropy of logits + bias against labels. dlogits[r][c] = scale * w_r * (p -
  /// onehot), gap columns zero; returns the sum over rows of w_r * loss_r (not scaled), in float64,
  /// and the number of rows whose arg-max is the label through *correct (may be null). weights (one
  /// a row) may be null: all ones. dlogits may be null (evaluation) or equal logits (in place).
  double (*softmax_cross_entropy)(const float* logits, const float* bias,
                                  const std::uint8_t* labels, const float* weights, float* dlogits,
                                  float scale, extent e, std::uint64_t* correct);
  void (*adam)(float* w, const float* g, float* m, float* v, std::size_t n, const adam_step& s);
  void (*sgd)(float* w, const float* g, float* b, std::size_t n, const sgd_step& s);
  void (*fill)(float* x, float value, std::size_t n);
  void (*copy)(const float* x, float* y, std::size_t n);
  void (*axpy)(float a, const float* x, float* y, std::size_t n);  ///< y += a*x
  /// out[i] = inputs[0][i] + inputs[1][i] + ... in rank order; out may be one of the inputs.
  void (*sum_in_order)(const float* const* inputs, std::size_t count, float* out, std::size_t n);
  /// out[c][r] = x[r][c]: e is the shape of x, out has e.cols rows of `out_ld` elements
  void (*transpose)(const float* x, float* out, extent e, std::size_t out_ld);
};

/// The table built for `level`; static lifetime. `level` must be supported by this machine.
const launch_table& launches(backend::isa level);

}  // namespace dpscale::kernels
