// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/kernels/operands.hpp"
#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Row body: y[r][c] = max(y[r][c] + bias[c], 0) in place; not a number stays so.
struct bias_relu {
  float* y;
  const float* bias;
  extent e;

  template <typename Team>
  DPSCALE_HD void operator()(const Team& team, std::size_t row) const {
    float* values = y + row * e.ld;
    for (std::size_t c = team.rank(); c < e.cols; c += team.size()) {
      team.store(values, c, e.cols,
                 greater(0.0F, team.load(values, c, e.cols) + team.load(bias, c, e.cols)));
    }
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
