// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/kernels/operands.hpp"
#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Element body over (row, column) of x: out[c][r] = x[r][c].
struct transpose {
  const float* x;
  float* out;
  extent e;
  std::size_t out_ld;

  DPSCALE_HD void operator()(std::size_t row, std::size_t c) const {
    out[c * out_ld + row] = x[row * e.ld + c];
  }
  /// By the element's number in row-major order.
  DPSCALE_HD void operator()(std::size_t i) const { (*this)(i / e.cols, i % e.cols); }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
