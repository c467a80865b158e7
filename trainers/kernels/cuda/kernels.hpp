// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/operands.hpp"

// A CUDA stream's type, as the toolkit declares it; no header of the toolkit is needed here.
struct CUstream_st;

/// The kernel set on a GPU: launch_table's members, enqueued on a stream. All pointers are to
/// device memory, which must live until the stream has got there. A launch the driver refuses
/// throws protocol::error (unsupported).
namespace dpscale::kernels::cuda {

using stream_handle = CUstream_st*;

/// Slices of rows that a column reduction of this shape works on at once. Its scratch memory holds
/// column_slices(e) * e.cols floats.
std::size_t column_slices(const extent& e);

/// What softmax_cross_entropy needs of scratch memory, in bytes.
std::size_t loss_scratch_bytes(std::size_t rows);

void gather_scale(stream_handle stream, const std::uint8_t* images, std::size_t features,
                  const std::uint32_t* index, float* out, extent e);
void gather_labels(stream_handle stream, const std::uint8_t* labels, const std::uint32_t* index,
                   std::uint8_t* out, std::size_t n);
void bias_relu_forward(stream_handle stream, float* y, const float* bias, extent e);
void relu_backward_bias(stream_handle stream, float* dy, const float* y, float* dbias, extent e,
                        bool accumulate, float* scratch);
void column_sum(stream_handle stream, const float* x, float* out, extent e, bool accumulate,
                float* scratch);
/// The totals come to *loss and *correct in device memory.
void softmax_cross_entropy(stream_handle stream, const float* logits, const float* bias,
                           const std::uint8_t* labels, const float* weights, float* dlogits,
                           float scale, extent e, void* scratch, double* loss,
                           std::uint64_t* correct);
void adam(stream_handle stream, float* w, const float* g, float* m, float* v, std::size_t n,
          const adam_step& s);
void sgd(stream_handle stream, float* w, const float* g, float* b, std::size_t n,
         const sgd_step& s);
void fill(stream_handle stream, float* x, float value, std::size_t n);
void copy(stream_handle stream, const float* x, float* y, std::size_t n);
void axpy(stream_handle stream, float a, const float* x, float* y, std::size_t n);
/// `inputs` is itself in device memory.
void sum_in_order(stream_handle stream, const float* const* inputs, std::size_t count, float* out,
                  std::size_t n);
void transpose(stream_handle stream, const float* x, float* out, extent e, std::size_t out_ld);

}  // namespace dpscale::kernels::cuda
