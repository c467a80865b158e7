// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "profiles/phase_clock.hpp"
#include "trainers/kernels/cpu/launcher.hpp"
#include "trainers/model/layout.hpp"
#include "trainers/model/products.hpp"

namespace dpscale::model {

/// What a forward pass over labelled samples found: the sum of their losses and how many were
/// classified right.
struct batch_result {
  double loss_sum = 0;
  std::uint64_t correct = 0;
};

/// The samples of a device, as the kernels take them; borrowed.
struct samples {
  const std::uint8_t* images;  ///< rows of `features` bytes
  const std::uint8_t* labels;
  std::size_t features;
};

/// Forward and backward of an MLP with ReLU and softmax cross entropy, over batches of any size in
/// tiles that stay in the core's cache. Parameters and gradients are flat buffers in `shape`'s
/// order, the caller's. Nothing is allocated after construction.
template <typename Backend>
class mlp {
 public:
  /// `batch_sizes`: every batch size that will be asked for (products are made for their tiles).
  mlp(const layout& shape, std::span<const std::size_t> batch_sizes,
      typename Backend::stream& stream, const typename Backend::blas& blas,
      profiles::memory_ledger& ledger)
      : shape_(shape),
        launch_(stream),
        tile_(tile_rows(shape, batch_sizes)),
        products_(shape, tile_sizes(batch_sizes, tile_), blas),
        labels_(tile_, ledger, profiles::memory_category::activations) {
    const auto& layers = shape_.layers();
    const auto buffer = [&](std::size_t width, profiles::memory_category category) {
      return typename Backend::template buffer<float>(tile_ * row_stride(width), ledger, category);
    };
    values_.push_back(buffer(layers.front().in, profiles::memory_category::activations));
    for (const layer& fc : layers) {
      values_.push_back(buffer(fc.out, profiles::memory_category::activations));
    }
    for (std::size_t l = 1; l < layers.size(); ++l) {
      deltas_.push_back(buffer(layers[l].in, profiles::memory_category::activations));
      transposed_.emplace_back(layers[l].out_ld * row_stride(layers[l].in), ledger,
                               profiles::memory_category::workspace);
    }
  }

  /// Loss and correct count of the samples `index[0..count)`; no gradient.
  batch_result evaluate(const samples& data, const std::uint32_t* index, std::size_t count,
                        const float* parameters) {
    batch_result result;
    for (std::size_t begin = 0; begin < count; begin += tile_) {
      const std::size_t rows = std::min(tile_, count - begin);
      gather(data, index + begin, rows);
      forward(rows, parameters);
      result.loss_sum += loss(rows, parameters, nullptr, 0.0F, &result.correct);
    }
    return result;
  }

  /// One step's gradient: sum over the samples of the loss's gradient times `scale`, into
  /// `gradients`. Calls on_gradient(offset, count) for consecutive spans of the flat buffer as soon
  /// as each is final, first offset 0; the parameters of that span aren't read again. A count of 0
  /// gives zero gradients.
  template <typename OnGradient>
  batch_result gradient(const samples& data, const std::uint32_t* index, std::size_t count,
                        float scale, const float* parameters, float* gradients,
                        profiles::phase_clock& clock, const OnGradient& on_gradient) {
    batch_result result;
    if (count == 0) {
      launch_->fill(gradients, 0.0F, shape_.size());
      on_gradient(std::size_t{0}, shape_.size());
      return result;
    }
    clock.enter(profiles::phase::backward);
    transpose_weights(parameters);
    for (std::size_t begin = 0; begin < count; begin += tile_) {
      const std::size_t rows = std::min(tile_, count - begin);
      clock.enter(profiles::phase::input);
      gather(data, index + begin, rows);
      clock.enter(profiles::phase::forward);
      forward(rows, parameters);
      clock.enter(profiles::phase::loss);
      result.loss_sum += loss(rows, parameters, values_.back().data(), scale, &result.correct);
      clock.enter(profiles::phase::backward);
      backward(rows, gradients, begin > 0, begin + rows == count, on_gradient);
    }
    return result;
  }

 private:
  [[nodiscard]] kernels::extent extent_of(std::size_t rows, std::size_t cols) const {
    return {rows, cols, row_stride(cols)};
  }

  void gather(const samples& data, const std::uint32_t* index, std::size_t rows) {
    launch_->gather_scale(data.images, data.features, index, values_.front().data(),
                          extent_of(rows, data.features));
    launch_->gather_labels(data.labels, index, labels_.data(), rows);
  }

  /// Leaves the last layer's product in values_.back(), its bias not yet added (the loss does
  /// that).
  void forward(std::size_t rows, const float* parameters) {
    const auto& layers = shape_.layers();
    for (std::size_t l = 0; l < layers.size(); ++l) {
      products_.forward(l, rows, values_[l].data(), parameters + layers[l].weight.offset,
                        values_[l + 1].data());
      if (l + 1 < layers.size()) {
        launch_->bias_relu_forward(values_[l + 1].data(), parameters + layers[l].bias.offset,
                                   extent_of(rows, layers[l].out));
      }
    }
  }

  double loss(std::size_t rows, const float* parameters, float* dlogits, float scale,
              std::uint64_t* correct) {
    const layer& last = shape_.layers().back();
    std::uint64_t right = 0;
    const double sum = launch_->softmax_cross_entropy(
        values_.back().data(), parameters + last.bias.offset, labels_.data(), nullptr, dlogits,
        scale, extent_of(rows, last.out), &right);
    *correct += right;
    return sum;
  }

  void transpose_weights(const float* parameters) {
    const auto& layers = shape_.layers();
    for (std::size_t l = 1; l < layers.size(); ++l) {
      // The gap columns go along: they become zero rows that the padded product reads.
      launch_->transpose(parameters + layers[l].weight.offset, transposed_[l - 1].data(),
                         {layers[l].in, layers[l].out_ld, layers[l].out_ld},
                         row_stride(layers[l].in));
    }
  }

  template <typename OnGradient>
  void backward(std::size_t rows, float* gradients, bool accumulate, bool final,
                const OnGradient& on_gradient) {
    const auto& layers = shape_.layers();
    float* delta = values_.back().data();
    for (std::size_t l = layers.size(); l-- > 0;) {
      const layer& fc = layers[l];
      if (l + 1 == layers.size()) {
        launch_->column_sum(delta, gradients + fc.bias.offset, extent_of(rows, fc.out), accumulate);
      }
      if (l > 0) {
        products_.input_gradient(l, rows, delta, transposed_[l - 1].data(), deltas_[l - 1].data());
      }
      weight_gradient(l, rows, delta, gradients, accumulate, final, on_gradient);
      if (l > 0) {
        delta = deltas_[l - 1].data();
        launch_->relu_backward_bias(delta, values_[l].data(), gradients + layers[l - 1].bias.offset,
                                    extent_of(rows, fc.in), accumulate);
      }
    }
  }

  template <typename OnGradient>
  void weight_gradient(std::size_t l, std::size_t rows, const float* delta, float* gradients,
                       bool accumulate, bool final, const OnGradient& on_gradient) {
    const layer& fc = shape_.layers()[l];
    std::size_t born = fc.bias.offset;
    products_.weight_gradient(
        l, rows, values_[l].data(), delta, gradients + fc.weight.offset, accumulate,
        [&](std::size_t rows_done) {
          if (!final) return;
          // A span ends where the next tensor begins, so that spans cover the buffer, gaps
          // included.
          const std::size_t end = rows_done == fc.in
                                      ? (l > 0 ? shape_.layers()[l - 1].bias.offset : shape_.size())
                                      : fc.weight.offset + rows_done * fc.weight.ld;
          on_gradient(born, end - born);
          born = end;
        });
  }

  const layout shape_;
  kernels::launcher<Backend> launch_;
  std::size_t tile_;
  products<Backend> products_;
  typename Backend::template buffer<std::uint8_t> labels_;
  std::vector<typename Backend::template buffer<float>> values_, deltas_, transposed_;
};

}  // namespace dpscale::model
