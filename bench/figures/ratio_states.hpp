// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/figures/scaling.hpp"
#include "bench/plan/cells.hpp"

namespace dpscale::bench {

/// How far a group that takes turns has got.
struct ratio_state {
  std::string group;
  /// Of the interval of its cell's strong efficiency (0.10 is ten points); infinite where there is
  /// no interval yet, 0 where there never will be one.
  double width = 0.0;
  bool decided = false;  ///< narrow enough, or further rounds could not make it so
};

/// The state of each group that has a round in the journal's `lines`, by its id, which is that of
/// its measured cell. The efficiency is that against the plain baseline, or against the self one
/// where the cell has no other. A group whose cell has neither, or where one of the two failed, is
/// decided: no round will change that. `cores` as for rounds_in().
[[nodiscard]] std::vector<ratio_state> ratio_states(const std::vector<cell>& cells,
                                                    const std::vector<nlohmann::json>& lines,
                                                    int cores, double goal = widest_interval);

}  // namespace dpscale::bench
