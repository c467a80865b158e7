// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "trainers/backend/cpu/isa.hpp"

namespace dpscale::bench::micro {

/// Loops that do nothing but what they measure, at one instruction-set level.
struct peak_loops {
  /// Multiply-adds on registers only, `rounds` of flop_per_round operations; the value depends on
  /// all of them.
  float (*multiply_adds)(std::size_t rounds);
  std::size_t flop_per_round;
  /// The sum of n floats, n a multiple of 128, in order.
  float (*read)(const float* x, std::size_t n);
};

/// The loops built for `level`, which this machine must support.
const peak_loops& loops_of(backend::isa level);

}  // namespace dpscale::bench::micro
