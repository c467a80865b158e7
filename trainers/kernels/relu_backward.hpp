// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/kernels/column_reduce.hpp"
#include "trainers/kernels/operands.hpp"
#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Column body: dy[r][c] = y[r][c] > 0 ? dy[r][c] : 0 in place, and the sum of that over rows (the
/// bias gradient).
struct relu_backward_bias {
  float* dy;
  const float* y;
  extent e;

  template <typename Index>
  DPSCALE_HD auto operator()(std::size_t slice, std::size_t slices, Index c) const {
    const auto zero = filled(c, 0.0F);
    return sum_down(zero, slice, slices, e.rows, [&](std::size_t r) {
      const auto passed =
          select(is_less(0.0F, load(y + r * e.ld, c)), load(dy + r * e.ld, c), zero);
      store(dy + r * e.ld, c, passed);
      return passed;
    });
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
