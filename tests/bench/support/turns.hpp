// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/figures/turns/rounds.hpp"

namespace dpscale::bench::test {

/// A turn of `cell` at `rate` samples a second that lost `waited` seconds in the run queue.
inline turn turn_at(const std::string& cell, int pass, double rate, double waited = 0.0) {
  constexpr std::int64_t samples = 4096;
  return {cell, pass, static_cast<double>(samples) / rate, 64, samples, 1, {0.0, waited, 0, {}}};
}

/// A pass over x and y, forwards and backwards, with log ratio `log_ratio` whatever the drift.
inline void add_pass(round& into, int pass, double log_ratio, bool lost = false) {
  const double level = 1e5 * (1.0 + 0.2 * pass);
  const double waited = lost ? 0.01 : 0.0;
  // The two turns of x are 2 % either side of it on the log scale: their mean is what counts.
  for (const double step : {-0.02, 0.02}) {
    into.turns.push_back(turn_at("x", pass, level * std::exp(log_ratio + step)));
    into.turns.push_back(turn_at("y", pass, level, waited));
  }
}

/// A round of x and y with these log ratios, a pass each.
inline round round_with(int number, const std::vector<double>& log_ratios,
                        const std::string& group = "x") {
  round made{group, number, {}};
  for (std::size_t i = 0; i < log_ratios.size(); ++i)
    add_pass(made, static_cast<int>(i), log_ratios[i]);
  return made;
}

}  // namespace dpscale::bench::test
