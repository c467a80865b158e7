// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "trainers/model/layout.hpp"

namespace dpscale::model {

/// Rows of a batch that are worked on at once, so that a tile's activations stay in a core's
/// second-level cache.
std::size_t tile_rows(const layout& shape, std::span<const std::size_t> batch_sizes);

/// The distinct row counts of the tiles of batches of `batch_sizes`, zero left out.
std::vector<std::size_t> tile_sizes(std::span<const std::size_t> batch_sizes, std::size_t tile);

/// Rows of a weight gradient made at once: a block's gradient, weights and moments fit the
/// first-level cache, so the update can follow while they are there.
std::size_t gradient_block_rows(const layer& fc);

/// Every product of an MLP for every tile size, made at construction. Calls make and allocate
/// nothing.
template <typename Backend>
class products {
  using blas = typename Backend::blas;
  using shape_t = typename blas::shape;
  using product = typename blas::product;

 public:
  products(const layout& shape, const std::vector<std::size_t>& sizes, const blas& factory)
      : sizes_(sizes) {
    for (const std::size_t rows : sizes_) {
      std::vector<layer_products> layers;
      for (const layer& fc : shape.layers()) layers.push_back(make(fc, rows, factory));
      by_size_.push_back(std::move(layers));
    }
  }

  /// y[rows][out_ld] = x[rows][in] W
  void forward(std::size_t l, std::size_t rows, const float* x, const float* w, float* y) const {
    of(rows)[l].forward(x, w, y);
  }
  /// dx[rows][in] = dy[rows][out_ld] W^T, with W^T given as transposed[out_ld][in]
  void input_gradient(std::size_t l, std::size_t rows, const float* dy, const float* transposed,
                      float* dx) const {
    of(rows)[l].input_gradient(dy, transposed, dx);
  }
  /// dw[in][out_ld] (+)= x^T dy, block by block; after each, on_block(rows of dw done so far).
  template <typename OnBlock>
  void weight_gradient(std::size_t l, std::size_t rows, const float* x, const float* dy, float* dw,
                       bool accumulate, const OnBlock& on_block) const {
    const layer_products& p = of(rows)[l];
    for (std::size_t begin = 0; begin < p.in; begin += p.block) {
      const bool whole = begin + p.block <= p.in;
      const product& block = whole ? p.weight[accumulate] : p.weight_rest[accumulate];
      block(x + begin, dy, dw + begin * p.out_ld);
      on_block(whole ? begin + p.block : p.in);
    }
  }

 private:
  struct layer_products {
    std::size_t in, out_ld, block;
    product forward, input_gradient;
    product weight[2], weight_rest[2];  ///< [accumulate]
  };

  static layer_products make(const layer& fc, std::size_t rows, const blas& factory) {
    const std::size_t in_ld = row_stride(fc.in), block = gradient_block_rows(fc);
    const std::size_t rest = fc.in % block;
    layer_products p{fc.in, fc.out_ld, block, {}, {}, {}, {}};
    p.forward = factory.make({rows, fc.out_ld, fc.in, in_ld, fc.out_ld, fc.out_ld, false, false});
    p.input_gradient =
        factory.make({rows, in_ld, fc.out_ld, fc.out_ld, in_ld, in_ld, false, false});
    for (const bool accumulate : {false, true}) {
      const auto weight = [&](std::size_t n) {
        return factory.make({n, fc.out_ld, rows, in_ld, fc.out_ld, fc.out_ld, true, accumulate});
      };
      if (fc.in >= block) p.weight[accumulate] = weight(block);
      if (rest != 0) p.weight_rest[accumulate] = weight(rest);
    }
    return p;
  }

  [[nodiscard]] const std::vector<layer_products>& of(std::size_t rows) const {
    // A handful of sizes; one that wasn't announced is a bug.
    const auto found = std::ranges::find(sizes_, rows);
    assert(found != sizes_.end());
    return by_size_[static_cast<std::size_t>(found - sizes_.begin())];
  }

  std::vector<std::size_t> sizes_;
  std::vector<std::vector<layer_products>> by_size_;
};

}  // namespace dpscale::model
