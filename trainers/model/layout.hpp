// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dpscale::model {

/// A tensor inside a flat buffer: rows x cols floats, consecutive rows `ld` apart, from `offset`
/// on.
struct tensor {
  std::size_t offset, rows, cols, ld;
  [[nodiscard]] std::size_t size() const { return rows * ld; }
};

/// One fully connected layer: y = x W + b, W stored [in][out].
struct layer {
  std::size_t in, out,
      out_ld;  ///< out_ld: out rounded up to 16, the row stride of W and of activations
  tensor bias, weight;
};

/// Where every parameter of an MLP lies in a flat buffer: last layer first and bias before weights,
/// the order in which gradients are born, so that a bucket is a span and the update can follow the
/// backward pass. Every tensor starts on a 256-byte boundary; gaps stay zero and are no parameters.
class layout {
 public:
  /// `widths`: input first, at least two, each at least 1.
  explicit layout(std::vector<std::size_t> widths);
  [[nodiscard]] const std::vector<std::size_t>& widths() const { return widths_; }
  /// First layer first.
  [[nodiscard]] const std::vector<layer>& layers() const { return layers_; }
  /// Floats of a flat buffer, gaps included; a multiple of 64.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Parameters, gaps not counted.
  [[nodiscard]] std::size_t parameter_count() const { return parameters_; }
  /// Floating-point operations of one sample's forward, loss-independent backward and no input
  /// gradient.
  [[nodiscard]] std::size_t flop_per_sample() const;

  /// A flat buffer in the files' order: first layer first, per layer weights [out][in] row-major,
  /// then bias.
  [[nodiscard]] std::vector<float> to_file_order(std::span<const float> flat) const;
  /// The reverse; `file` has parameter_count() floats, `flat` size(); gaps are set to zero.
  void from_file_order(std::span<const float> file, std::span<float> flat) const;

 private:
  std::vector<std::size_t> widths_;
  std::vector<layer> layers_;
  std::size_t size_ = 0, parameters_ = 0;
};

/// Floats per row of an activation of `width` columns: rounded up to a cache line.
constexpr std::size_t row_stride(std::size_t width) { return (width + 15) / 16 * 16; }

}  // namespace dpscale::model
