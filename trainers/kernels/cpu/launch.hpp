// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/kernels/column_reduce.hpp"
#include "trainers/kernels/cpu/pack.hpp"
#include "trainers/kernels/cpu/vector_team.hpp"

// How bodies run on a CPU: loops on the calling thread. Bodies are taken by value: a copy that
// nobody else can reach stays in registers while the loop stores floats.
namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// An element body at [0, n), K vectors at a time. An element's result doesn't depend on n or on
/// where a slice starts: the last, partial vector is computed as the whole ones are.
template <int K, typename Body>
DPSCALE_HD void over_elements(Body body, std::size_t n) {
  constexpr std::size_t width = native::width;
  std::size_t i = 0;
  for (; i + lanes<K>::width <= n; i += lanes<K>::width) body(lanes<K>{i});
  if constexpr (K > 1) {
    for (; i + width <= n; i += width) body(lanes<1>{i});
  }
  if (i < n) body(some_lanes{i, n - i});
}

/// A row body's rows, each a vector_team's.
template <typename Body>
DPSCALE_HD void over_rows(Body body, std::size_t rows) {
  for (std::size_t r = 0; r < rows; ++r) body(vector_team{}, r);
}

/// One block of a column body: the first stage has one slice, the second adds it to what is there.
template <typename Body, typename Index>
DPSCALE_HD void one_column_block(const Body& body, float* out, bool accumulate, Index c) {
  const auto sum = body(0, 1, c);
  store(out, c, accumulate ? load(out, c) + sum : sum);
}

/// A column body over `cols` columns, K vectors of columns at a time (4 K running sums stay in
/// registers); out[c] (+)= the sum.
template <int K, typename Body>
DPSCALE_HD void over_columns(Body body, std::size_t cols, float* out, bool accumulate) {
  constexpr std::size_t width = native::width;
  std::size_t c = 0;
  for (; c + lanes<K>::width <= cols; c += lanes<K>::width) {
    one_column_block(body, out, accumulate, lanes<K>{c});
  }
  for (; c + width <= cols; c += width) one_column_block(body, out, accumulate, lanes<1>{c});
  if (c < cols) one_column_block(body, out, accumulate, some_lanes{c, cols - c});
}

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
