// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/kernels/operands.hpp"
#include "trainers/kernels/scalar.hpp"

// Column bodies: body(slice, slices, c) gives the sum over the rows slice, slice + slices, ... of
// column c; the launch combines the slices' sums in order with combine_slices. How many slices
// there are is the launch's choice, and with it the last bits of the result: a launch always takes
// the same number for a shape.
namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// term(first) + term(first + step) + ... below `rows`, in four running sums combined at the end:
/// a fixed order, and no chain of dependent additions as long as the column.
template <typename Real, typename Term>
DPSCALE_HD Real sum_down(Real zero, std::size_t first, std::size_t step, std::size_t rows,
                         const Term& term) {
  Real a = zero, b = zero, c = zero, d = zero;
  std::size_t r = first;
  for (; r + 3 * step < rows; r += 4 * step) {
    a = a + term(r);
    b = b + term(r + step);
    c = c + term(r + 2 * step);
    d = d + term(r + 3 * step);
  }
  for (; r < rows; r += step) a = a + term(r);
  return (a + b) + (c + d);
}

/// Column body: the sum of x[r][c] over rows.
struct column_sum {
  const float* x;
  extent e;

  template <typename Index>
  DPSCALE_HD auto operator()(std::size_t slice, std::size_t slices, Index c) const {
    return sum_down(filled(c, 0.0F), slice, slices, e.rows,
                    [&](std::size_t r) { return load(x + r * e.ld, c); });
  }
};

/// Element body, the second stage: out[c] (+)= the sum of partials[slice][c] over slices, in order.
struct combine_slices {
  const float* partials;
  std::size_t slices, cols;
  float* out;
  bool accumulate;

  template <typename Index>
  DPSCALE_HD void operator()(Index c) const {
    auto sum = accumulate ? load(out, c) : filled(c, 0.0F);
    for (std::size_t s = 0; s < slices; ++s) sum = sum + load(partials + s * cols, c);
    store(out, c, sum);
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
