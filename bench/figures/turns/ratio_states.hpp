// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/figures/scaling.hpp"
#include "bench/plan/groups.hpp"

namespace dpscale::bench {

/// The state of each group that has a round in the journal's `lines`, by its id, which is that of
/// its measured cell. The efficiency is that against the plain baseline, or against the self one
/// where the cell has no other. A group whose cell has neither, or where one of the two failed, is
/// decided: no round will change that. `cores` as for rounds_in().
[[nodiscard]] std::vector<group_state> ratio_states(const std::vector<cell>& cells,
                                                    const std::vector<nlohmann::json>& lines,
                                                    int cores, double goal = widest_interval);

}  // namespace dpscale::bench
