// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/model/products.hpp"

#include <algorithm>

namespace dpscale::model {

namespace {
// Half of a common 1-2 MiB second-level cache, the other half is for the weights; half of a 48 KiB
// first-level one.
constexpr std::size_t tile_bytes = std::size_t{768} << 10;
constexpr std::size_t block_bytes = std::size_t{28} << 10;
constexpr std::size_t least_tile = 32, most_tile = 512;
}  // namespace

std::size_t tile_rows(const layout& shape, std::span<const std::size_t> batch_sizes) {
  std::size_t row_floats = 0;
  for (const std::size_t width : shape.widths()) row_floats += row_stride(width);
  const std::size_t fitting = tile_bytes / (row_floats * sizeof(float)) / least_tile * least_tile;
  const std::size_t largest = *std::max_element(batch_sizes.begin(), batch_sizes.end());
  return std::max<std::size_t>(1, std::min(std::clamp(fitting, least_tile, most_tile), largest));
}

std::vector<std::size_t> tile_sizes(std::span<const std::size_t> batch_sizes, std::size_t tile) {
  std::vector<std::size_t> sizes;
  for (const std::size_t batch : batch_sizes) {
    if (batch >= tile) sizes.push_back(tile);
    if (batch % tile != 0) sizes.push_back(batch % tile);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::size_t gradient_block_rows(const layer& fc) {
  const std::size_t fitting = std::max<std::size_t>(1, block_bytes / (fc.out_ld * sizeof(float)));
  // Blocks of nearly equal size, so that the last one is no stub.
  const std::size_t blocks = (fc.in + fitting - 1) / fitting;
  return (fc.in + blocks - 1) / blocks;
}

}  // namespace dpscale::model
