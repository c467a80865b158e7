// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/kernels/cpu/pack.hpp"
#include "trainers/kernels/transpose.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// A square of width x width elements of the body's matrix, through registers. Each round
/// interleaves vector i with vector i + width / 2, which moves one bit of an element's row number
/// into its column number; after log2(width) rounds rows are columns.
DPSCALE_HD void transpose_tile(const transpose& body, std::size_t row, std::size_t c) {
  constexpr std::size_t width = native::width;
  native::real tile[width], next[width];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < width; ++i) {
    tile[i] = native::load(body.x + (row + i) * body.e.ld + c);
  }
#pragma GCC unroll 4
  for (std::size_t round = 1; round < width; round *= 2) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < width / 2; ++i) {
      next[2 * i] = native::zip_lower(tile[i], tile[i + width / 2]);
      next[2 * i + 1] = native::zip_upper(tile[i], tile[i + width / 2]);
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < width; ++i) tile[i] = next[i];
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < width; ++i) {
    native::store(body.out + (c + i) * body.out_ld + row, tile[i]);
  }
}

/// The whole matrix: squares, then what is left at the right and at the bottom by elements.
DPSCALE_HD void over_tiles(transpose body) {
  constexpr std::size_t width = native::width;
  const std::size_t rows = body.e.rows / width * width, cols = body.e.cols / width * width;
  for (std::size_t r = 0; r < rows; r += width) {
    for (std::size_t c = 0; c < cols; c += width) transpose_tile(body, r, c);
  }
  for (std::size_t r = 0; r < body.e.rows; ++r) {
    for (std::size_t c = r < rows ? cols : 0; c < body.e.cols; ++c) body(r, c);
  }
}

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
