// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "trainers/backend/cpu/isa.hpp"

namespace dpscale::bench::micro {

/// What the core can do at best, measured when it is first asked for and kept. The benchmarks
/// print their rates as shares of it.
class peaks {
 public:
  /// Single-precision multiply-adds out of registers, in FLOP/s.
  double flop_rate(backend::isa level);
  /// Reading `bytes` of memory over and over, in byte/s: the cache that holds them, or memory.
  double read_rate(backend::isa level, std::size_t bytes);

 private:
  std::map<backend::isa, double> flop_;
  std::map<std::pair<backend::isa, std::size_t>, double> read_;
};

}  // namespace dpscale::bench::micro
