// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// The GPU's launches of the bodies that cpu/kernels.cpp runs on the CPU.
#include <algorithm>
#include <string>

#include "trainers/kernels/adam.hpp"
#include "trainers/kernels/bias_relu.hpp"
#include "trainers/kernels/cuda/kernels.hpp"
#include "trainers/kernels/cuda/launch.cuh"
#include "trainers/kernels/elementwise.hpp"
#include "trainers/kernels/gather.hpp"
#include "trainers/kernels/relu_backward.hpp"
#include "trainers/kernels/sgd.hpp"
#include "trainers/kernels/transpose.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::kernels::cuda {

namespace {

void check_launch(const char* kernel) {
  const cudaError_t status = cudaGetLastError();
  if (status == cudaSuccess) return;
  throw protocol::error(protocol::exit_code::unsupported,
                        std::string("the GPU refused the kernel ") + kernel + ": " +
                            cudaGetErrorString(status) + "; run on the CPU instead");
}

template <typename Body>
void elements(stream_handle stream, const Body& body, std::size_t n, const char* kernel) {
  enqueue<serial_team>(stream, body, n);
  check_launch(kernel);
}

template <typename Body>
void rows(stream_handle stream, const Body& body, std::size_t count, std::size_t cols,
          const char* kernel) {
  enqueue_rows(stream, body, count, cols);
  check_launch(kernel);
}

template <typename Body>
void columns(stream_handle stream, const Body& body, float* out, extent e, bool accumulate,
             float* scratch, const char* kernel) {
  const std::size_t slices = column_slices(e);
  elements(stream, column_partials<Body>{body, slices, e.cols, scratch}, slices * e.cols, kernel);
  elements(stream, combine_slices{scratch, slices, e.cols, out, accumulate}, e.cols, kernel);
}

}  // namespace

std::size_t column_slices(const extent& e) {
  // Enough of them to fill a GPU, each with rows enough to be worth a partial sum.
  constexpr std::size_t rows_a_slice = 16, most = 256;
  return std::clamp(e.rows / rows_a_slice, std::size_t{1}, most);
}

std::size_t loss_scratch_bytes(std::size_t rows) { return rows * sizeof(row_loss); }

void gather_scale(stream_handle stream, const std::uint8_t* images, std::size_t features,
                  const std::uint32_t* index, float* out, extent e) {
  rows(stream, kernels::gather_scale{images, features, index, out, e.ld}, e.rows, e.cols,
       "gather_scale");
}

void gather_labels(stream_handle stream, const std::uint8_t* labels, const std::uint32_t* index,
                   std::uint8_t* out, std::size_t n) {
  elements(stream, kernels::gather_labels{labels, index, out}, n, "gather_labels");
}

void bias_relu_forward(stream_handle stream, float* y, const float* bias, extent e) {
  rows(stream, bias_relu{y, bias, e}, e.rows, e.cols, "bias_relu");
}

void relu_backward_bias(stream_handle stream, float* dy, const float* y, float* dbias, extent e,
                        bool accumulate, float* scratch) {
  columns(stream, kernels::relu_backward_bias{dy, y, e}, dbias, e, accumulate, scratch,
          "relu_backward_bias");
}

void column_sum(stream_handle stream, const float* x, float* out, extent e, bool accumulate,
                float* scratch) {
  columns(stream, kernels::column_sum{x, e}, out, e, accumulate, scratch, "column_sum");
}

void softmax_cross_entropy(stream_handle stream, const float* logits, const float* bias,
                           const std::uint8_t* labels, const float* weights, float* dlogits,
                           float scale, extent e, void* scratch, double* loss,
                           std::uint64_t* correct) {
  using body = kernels::softmax_cross_entropy;
  auto* losses = static_cast<row_loss*>(scratch);
  const body softmax{logits, bias, labels, weights, dlogits, scale, e};
  rows(stream, recorded_losses<body>{softmax, losses}, e.rows, e.cols, "softmax_cross_entropy");
  enqueue<block_team>(stream, total_losses{losses, e.rows, loss, correct}, 1);
  check_launch("total_losses");
}

void adam(stream_handle stream, float* w, const float* g, float* m, float* v, std::size_t n,
          const adam_step& s) {
  if (s.weight_decay != 0) {
    elements(stream, kernels::adam<true>{w, g, m, v, s}, n, "adam");
  } else {
    elements(stream, kernels::adam<false>{w, g, m, v, s}, n, "adam");
  }
}

void sgd(stream_handle stream, float* w, const float* g, float* b, std::size_t n,
         const sgd_step& s) {
  if (b != nullptr) {
    elements(stream, kernels::sgd<true>{w, g, b, s}, n, "sgd");
  } else {
    elements(stream, kernels::sgd<false>{w, g, b, s}, n, "sgd");
  }
}

void fill(stream_handle stream, float* x, float value, std::size_t n) {
  elements(stream, kernels::fill{x, value}, n, "fill");
}

void copy(stream_handle stream, const float* x, float* y, std::size_t n) {
  elements(stream, kernels::copy{x, y}, n, "copy");
}

void axpy(stream_handle stream, float a, const float* x, float* y, std::size_t n) {
  elements(stream, kernels::axpy{a, x, y}, n, "axpy");
}

void sum_in_order(stream_handle stream, const float* const* inputs, std::size_t count, float* out,
                  std::size_t n) {
  elements(stream, kernels::sum_in_order{inputs, count, out}, n, "sum_in_order");
}

void transpose(stream_handle stream, const float* x, float* out, extent e, std::size_t out_ld) {
  elements(stream, kernels::transpose{x, out, e, out_ld}, e.rows * e.cols, "transpose");
}

}  // namespace dpscale::kernels::cuda
