// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Element body: x = value.
struct fill {
  float* x;
  float value;

  template <typename Index>
  DPSCALE_HD void operator()(Index i) const {
    store(x, i, filled(i, value));
  }
};

/// Element body: y = x.
struct copy {
  const float* x;
  float* y;

  template <typename Index>
  DPSCALE_HD void operator()(Index i) const {
    store(y, i, load(x, i));
  }
};

/// Element body: y += a * x.
struct axpy {
  float a;
  const float* x;
  float* y;

  template <typename Index>
  DPSCALE_HD void operator()(Index i) const {
    store(y, i, multiply_add(a, load(x, i), load(y, i)));
  }
};

/// Element body: out = inputs[0] + inputs[1] + ..., in that order; out may be one of them.
struct sum_in_order {
  const float* const* inputs;
  std::size_t count;
  float* out;

  template <typename Index>
  DPSCALE_HD void operator()(Index i) const {
    auto sum = count > 0 ? load(inputs[0], i) : filled(i, 0.0F);
    for (std::size_t k = 1; k < count; ++k) sum = sum + load(inputs[k], i);
    store(out, i, sum);
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
