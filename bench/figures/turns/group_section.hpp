// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "bench/plan/cells.hpp"

namespace dpscale::bench {

/// `groups` of a summary: of each group of `run` (run.json) that takes turns its rounds in the
/// journal's `lines`, how wide the interval of its ratio is, and why there are so many rounds.
/// Empty where launches ran alone.
[[nodiscard]] nlohmann::json group_section(const nlohmann::json& run,
                                           const std::vector<nlohmann::json>& lines,
                                           const std::vector<cell>& cells, int cores);

}  // namespace dpscale::bench
