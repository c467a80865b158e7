// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/kernels/operands.hpp"
#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Element body: one step of SGD, see sgd_step. HasMomentum: whether there is a buffer b.
template <bool HasMomentum>
struct sgd {
  float* w;
  const float* g;
  float* b;
  sgd_step s;

  template <typename Index>
  DPSCALE_HD void operator()(Index i) const {
    const auto weight = load(w, i);
    auto direction = multiply_add(s.weight_decay, weight, load(g, i));
    if constexpr (HasMomentum) {
      // The first step takes nothing from b, whatever is in it.
      if (s.step > 1) direction = multiply_add(s.momentum, load(b, i), direction);
      store(b, i, direction);
    }
    store(w, i, multiply_add(-s.learning_rate, direction, weight));
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
