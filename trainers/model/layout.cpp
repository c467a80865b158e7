// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/model/layout.hpp"

#include <algorithm>
#include <cassert>

namespace dpscale::model {

namespace {

constexpr std::size_t tensor_alignment = 64;  // floats: 256 bytes

std::size_t align(std::size_t floats) {
  return (floats + tensor_alignment - 1) / tensor_alignment * tensor_alignment;
}

/// Calls visit(index in file order, index in the flat buffer) for every parameter.
template <typename Visit>
void each_parameter(const layout& l, const Visit& visit) {
  std::size_t file = 0;
  for (const layer& fc : l.layers()) {
    for (std::size_t out = 0; out < fc.out; ++out) {
      for (std::size_t in = 0; in < fc.in; ++in) {
        visit(file++, fc.weight.offset + in * fc.weight.ld + out);
      }
    }
    for (std::size_t out = 0; out < fc.out; ++out) visit(file++, fc.bias.offset + out);
  }
}

}  // namespace

layout::layout(std::vector<std::size_t> widths) : widths_(std::move(widths)) {
  assert(widths_.size() >= 2);
  layers_.resize(widths_.size() - 1);
  for (std::size_t i = layers_.size(); i-- > 0;) {
    const std::size_t in = widths_[i], out = widths_[i + 1], ld = row_stride(out);
    const tensor bias{size_, 1, out, ld};
    size_ += align(bias.size());
    const tensor weight{size_, in, out, ld};
    size_ += align(weight.size());
    layers_[i] = {in, out, ld, bias, weight};
    parameters_ += in * out + out;
  }
}

std::size_t layout::flop_per_sample() const {
  std::size_t products = 0;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    // Forward and weight gradient everywhere; the first layer's input needs no gradient.
    products += (i == 0 ? 2 : 3) * layers_[i].in * layers_[i].out;
  }
  return 2 * products;
}

std::vector<float> layout::to_file_order(std::span<const float> flat) const {
  assert(flat.size() == size_);
  std::vector<float> file(parameters_);
  each_parameter(*this, [&](std::size_t f, std::size_t i) { file[f] = flat[i]; });
  return file;
}

void layout::from_file_order(std::span<const float> file, std::span<float> flat) const {
  assert(file.size() == parameters_ && flat.size() == size_);
  std::fill(flat.begin(), flat.end(), 0.0F);
  each_parameter(*this, [&](std::size_t f, std::size_t i) { flat[i] = file[f]; });
}

}  // namespace dpscale::model
