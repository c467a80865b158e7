// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/figures/scaling.hpp"
#include "bench/figures/turns/rounds.hpp"

namespace dpscale::bench {

/// A turn is disturbed when what it lost to others is more than this share of its seconds.
inline constexpr double disturbed_share = 0.05;
/// A round with fewer foursomes left gives no figure.
inline constexpr std::size_t least_foursomes = 3;

/// Whether a side lost its cores in a turn: steal and run-queue wait together above
/// `disturbed_share` of its seconds, or any period throttled. What isn't known counts as nothing.
[[nodiscard]] bool disturbed(const turn& taken);

/// The mean without the lowest and the highest quarter of `values` (each rounded down, so that of
/// three none is left out). `values` is not empty, in any order.
[[nodiscard]] double middle_mean(std::span<const double> values);

/// What a round says of two cells.
struct foursomes {
  std::vector<double> log_ratios;  ///< of the undisturbed, in the order of their passes
  std::size_t disturbed = 0;       ///< how many others there are
};

/// The foursomes of two cells, by their ids, in a round: the four turns of both in a pass, with the
/// difference of their mean logarithms of samples a second. A pass without two turns of each gives
/// none: it isn't balanced.
[[nodiscard]] foursomes foursomes_in(const round& value, const std::string& first,
                                     const std::string& second);

/// How a ratio from rounds came about.
struct turn_counts {
  std::size_t rounds = 0;     ///< that gave a figure
  std::size_t foursomes = 0;  ///< that went into it
  std::size_t left_out = 0;   ///< whole foursomes that didn't
  std::size_t disturbed = 0;  ///< of these, with a disturbed turn
};

/// The ratios of two cells, one a round.
struct round_ratios {
  series
      ratios;  ///< first / second by a running number; rounds of several groups follow each other
  turn_counts counts;
};

/// The ratio of the rates of two cells, by their ids, in each round whose turns hold both; nothing
/// where no round does. A round's log ratio is the middle mean of its undisturbed foursomes'.
[[nodiscard]] std::optional<round_ratios> ratios_of_rounds(std::span<const round> rounds,
                                                           const std::string& first,
                                                           const std::string& second);

/// The mean of the rounds' ratios with Student's t interval over rounds, on the logarithms. Absent,
/// with the reason in numbers, where no round gave one; without an interval below three.
[[nodiscard]] estimate speed_up(const round_ratios& measured);

/// The same divided by `devices`, with the rule for wide intervals that efficiencies have.
[[nodiscard]] estimate efficiency(const round_ratios& measured, int devices);

}  // namespace dpscale::bench
