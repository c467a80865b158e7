// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// The CPU's launches. Compiled once an instruction-set level, DPSCALE_LEVEL being its name; see
// CMakeLists.txt. Uses no function of the standard library: an inline one compiled here for a high
// level could be the one the linker keeps for the whole program.
#include <cstddef>
#include <cstdint>

#include "trainers/kernels/adam.hpp"
#include "trainers/kernels/bias_relu.hpp"
#include "trainers/kernels/cpu/launch.hpp"
#include "trainers/kernels/cpu/launch_table.hpp"
#include "trainers/kernels/cpu/transpose_tile.hpp"
#include "trainers/kernels/elementwise.hpp"
#include "trainers/kernels/gather.hpp"
#include "trainers/kernels/relu_backward.hpp"
#include "trainers/kernels/sgd.hpp"
#include "trainers/kernels/softmax_cross_entropy.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {
namespace {

// Vectors of columns side by side, each with four running sums: half of the registers.
constexpr int column_block = native::width == 16 ? 4 : 2;

// Rows whose bytes are asked for ahead of the one being copied: a random row comes from memory in
// about the time it takes to copy three or four.
constexpr std::size_t rows_ahead = 4;
constexpr std::size_t cache_line = 64;

DPSCALE_HD void prefetch(const gather_scale& body, std::size_t row) {
  const std::uint8_t* bytes = body.image(row);
  for (std::size_t b = 0; b < body.features; b += cache_line) __builtin_prefetch(bytes + b);
  if (body.features > 0) __builtin_prefetch(bytes + body.features - 1);
}

void run_gather_scale(const std::uint8_t* images, std::size_t features, const std::uint32_t* index,
                      float* out, extent e) {
  const gather_scale body{images, features, index, out, e.ld};
  for (std::size_t r = 0; r < rows_ahead && r < e.rows; ++r) prefetch(body, r);
  for (std::size_t r = 0; r < e.rows; ++r) {
    if (r + rows_ahead < e.rows) prefetch(body, r + rows_ahead);
    body(vector_team{}, r);
  }
}

void run_gather_labels(const std::uint8_t* labels, const std::uint32_t* index, std::uint8_t* out,
                       std::size_t n) {
  const gather_labels body{labels, index, out};
  for (std::size_t r = 0; r < n; ++r) body(r);
}

void run_bias_relu(float* y, const float* bias, extent e) {
  over_rows(bias_relu{y, bias, e}, e.rows);
}

void run_relu_backward_bias(float* dy, const float* y, float* dbias, extent e, bool accumulate) {
  over_columns<column_block>(relu_backward_bias{dy, y, e}, e.cols, dbias, accumulate);
}

void run_column_sum(const float* x, float* out, extent e, bool accumulate) {
  over_columns<column_block>(column_sum{x, e}, e.cols, out, accumulate);
}

double run_softmax_cross_entropy(const float* logits, const float* bias, const std::uint8_t* labels,
                                 const float* weights, float* dlogits, float scale, extent e,
                                 std::uint64_t* correct) {
  const softmax_cross_entropy body{logits, bias, labels, weights, dlogits, scale, e};
  double loss = 0;
  std::uint64_t right = 0;
  for (std::size_t r = 0; r < e.rows; ++r) {
    const row_loss row = body(vector_team{}, r);
    loss += static_cast<double>(row.loss);
    right += row.correct ? 1 : 0;
  }
  if (correct != nullptr) *correct = right;
  return loss;
}

void run_adam(float* w, const float* g, float* m, float* v, std::size_t n, const adam_step& s) {
  if (s.weight_decay != 0) {
    over_elements<1>(adam<true>{w, g, m, v, s}, n);
  } else {
    over_elements<1>(adam<false>{w, g, m, v, s}, n);
  }
}

void run_sgd(float* w, const float* g, float* b, std::size_t n, const sgd_step& s) {
  if (b != nullptr) {
    over_elements<2>(sgd<true>{w, g, b, s}, n);
  } else {
    over_elements<2>(sgd<false>{w, g, b, s}, n);
  }
}

void run_fill(float* x, float value, std::size_t n) { over_elements<4>(fill{x, value}, n); }
void run_copy(const float* x, float* y, std::size_t n) { over_elements<4>(copy{x, y}, n); }
void run_axpy(float a, const float* x, float* y, std::size_t n) {
  over_elements<4>(axpy{a, x, y}, n);
}
void run_sum_in_order(const float* const* inputs, std::size_t count, float* out, std::size_t n) {
  over_elements<4>(sum_in_order{inputs, count, out}, n);
}

void run_transpose(const float* x, float* out, extent e, std::size_t out_ld) {
  over_tiles(transpose{x, out, e, out_ld});
}

constexpr launch_table table{
    .gather_scale = run_gather_scale,
    .gather_labels = run_gather_labels,
    .bias_relu_forward = run_bias_relu,
    .relu_backward_bias = run_relu_backward_bias,
    .column_sum = run_column_sum,
    .softmax_cross_entropy = run_softmax_cross_entropy,
    .adam = run_adam,
    .sgd = run_sgd,
    .fill = run_fill,
    .copy = run_copy,
    .axpy = run_axpy,
    .sum_in_order = run_sum_in_order,
    .transpose = run_transpose,
};

}  // namespace

const launch_table& level_launches();
const launch_table& level_launches() { return table; }

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
