// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/cpu/pack.hpp"
#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// The CPU's team of a row: one thread whose vector lanes are the members. It steps by whole
/// vectors; rows have room for that (extent), bytes have not.
struct vector_team {
  using real = pack<1>;

  DPSCALE_HD static std::size_t rank() { return 0; }
  DPSCALE_HD static std::size_t size() { return native::width; }
  DPSCALE_HD static float sum(const real& x) { return native::sum(x.part[0]); }
  DPSCALE_HD static float max(const real& x) { return native::greatest(x.part[0]); }
  DPSCALE_HD static bool any(const pack_mask<1>& m) { return native::any(m.part[0]); }

  DPSCALE_HD static real load(const float* p, std::size_t c, std::size_t) {
    return kernels::load(p, lanes<1>{c});
  }
  DPSCALE_HD static real load(const std::uint8_t* p, std::size_t c, std::size_t columns) {
    return c + native::width <= columns ? kernels::load(p, lanes<1>{c})
                                        : kernels::load(p, some_lanes{c, columns - c});
  }
  DPSCALE_HD static void store(float* p, std::size_t c, std::size_t columns, const real& x) {
    if (c + native::width <= columns) {
      kernels::store(p, lanes<1>{c}, x);
    } else {
      kernels::store(p, some_lanes{c, columns - c}, x);
    }
  }
  DPSCALE_HD static pack_mask<1> before(std::size_t c, std::size_t where) {
    return {native::first(where > c ? where - c : 0)};
  }
  DPSCALE_HD static pack_mask<1> exactly(std::size_t c, std::size_t where) {
    return {native::only(where >= c ? where - c : native::width)};
  }
  DPSCALE_HD static real filled(float x) { return {native::set(x)}; }
  DPSCALE_HD static pack_mask<1> never() { return {native::first(0)}; }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
