// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/plan/cells.hpp"

namespace dpscale::bench {

/// Cells whose ratios are wanted, alive at once and taking turns: a measured cell and its
/// baselines.
struct cell_group {
  std::string id;                    ///< that of the cell it is there for
  std::vector<std::size_t> members;  ///< indices into the sweep's cells
};

/// A group for each cell of several devices, with its baselines, then one for each cell of one
/// device that is in none yet, with the plain baseline it is compared with. Every cell is in one at
/// least.
[[nodiscard]] std::vector<cell_group> make_groups(const std::vector<cell>& cells);

/// How far a group that takes turns has got.
struct group_state {
  std::string group;
  /// Of the interval of its cell's strong efficiency (0.10 is ten points); infinite where there is
  /// no interval yet, 0 where there never will be one.
  double width = 0.0;
  bool decided = false;  ///< narrow enough, or further rounds could not make it so
};

}  // namespace dpscale::bench
