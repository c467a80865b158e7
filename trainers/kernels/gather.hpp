// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/math.hpp"
#include "trainers/kernels/operands.hpp"
#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// Row body: out[r][c] = images[index[r]][c] / 255 for c < features, zero in the gap.
struct gather_scale {
  const std::uint8_t* images;
  std::size_t features;
  const std::uint32_t* index;
  float* out;
  std::size_t ld;

  template <typename Team>
  DPSCALE_HD void operator()(const Team& team, std::size_t row) const {
    const std::uint8_t* from = image(row);
    float* to = out + row * ld;
    std::size_t c = team.rank();
    for (; c < features; c += team.size()) {
      team.store(to, c, ld, byte_over_255(team.load(from, c, features)));
    }
    for (; c < ld; c += team.size()) team.store(to, c, ld, team.filled(0.0F));
  }

  /// The bytes that row `row` reads.
  DPSCALE_HD const std::uint8_t* image(std::size_t row) const {
    return images + std::size_t{index[row]} * features;
  }
};

/// Element body: out[r] = labels[index[r]].
struct gather_labels {
  const std::uint8_t* labels;
  const std::uint32_t* index;
  std::uint8_t* out;

  DPSCALE_HD void operator()(std::size_t row) const { out[row] = labels[index[row]]; }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
