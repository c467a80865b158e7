// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "bench/figures/statistics.hpp"
#include "bench/figures/turns/foursomes.hpp"

namespace dpscale::bench {

/// How the two sides of a ratio were measured: in turns of rounds, or launch by launch.
enum class ratio_method : std::uint8_t { none, turns, launches };

/// A figure that compares two cells, and where it comes from.
struct ratio {
  estimate figure;
  ratio_method method = ratio_method::none;  ///< none: there was nothing to compare
  turn_counts counts;                        ///< of turns; zeros else
};

/// The figure with "method" ("turns" or "launches") beside it, and of turns with "rounds" and
/// "foursomes" that went into it and "left_out", the foursomes that didn't.
[[nodiscard]] nlohmann::json to_json(const ratio& value);

}  // namespace dpscale::bench
