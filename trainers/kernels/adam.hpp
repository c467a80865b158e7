// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/kernels/operands.hpp"
#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Element body: one Adam step (Kingma and Ba, 2015) in both epsilon modes, see adam_step.
/// Decays: whether weight_decay is applied.
template <bool Decays>
struct adam {
  float* w;
  const float* g;
  float* m;
  float* v;
  adam_step s;

  template <typename Index>
  DPSCALE_HD void operator()(Index i) const {
    const auto weight = load(w, i);
    auto gradient = load(g, i);
    if constexpr (Decays) gradient = multiply_add(s.weight_decay, weight, gradient);
    const auto first = multiply_add(s.new1, gradient, s.beta1 * load(m, i));
    const auto second = multiply_add(s.new2 * gradient, gradient, s.beta2 * load(v, i));
    const auto denominator = multiply_add(square_root(second), s.root_scale, s.epsilon);
    store(m, i, first);
    store(v, i, second);
    store(w, i, multiply_add((-s.step_size) * first, reciprocal(denominator), weight));
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
