// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/figures/scaling.hpp"
#include "bench/plan/cells.hpp"

namespace dpscale::bench {

/// One cell with what its launches gave. A cell is ok when every launch that ran is; it carries the
/// status of its first failed launch otherwise, and then publishes no figure.
struct cell_result {
  cell configuration;
  int planned = 0;  ///< launches at least; of a cell that is in several groups more may follow
  /// Records of the launches that are ok, by group and launch; those of a round hold its "group".
  std::vector<nlohmann::json> ok;
  std::vector<nlohmann::json> failed;  ///< the lines of the others, likewise
  std::string status, reason;

  [[nodiscard]] bool published() const { return status == "ok"; }
  /// Samples a second of each launch that ran alone, by block; empty where the cell publishes
  /// nothing. Rounds aren't blocks: those of two groups with one number are minutes apart.
  [[nodiscard]] series throughput() const;
  /// What `path` (a JSON pointer) holds in each ok record that has a number above zero there.
  [[nodiscard]] std::vector<double> figures(const char* path) const;
};

/// Sorts the launches of the journal's `lines`, rounds included, to `cells`; a launch or a round
/// that is there twice counts with its last line, lines of other cells are left out. A cell without
/// any launch is `interrupted`.
[[nodiscard]] std::vector<cell_result> gather(const std::vector<cell>& cells,
                                              const std::vector<nlohmann::json>& lines,
                                              int planned);

/// {"value", "low", "high"}, with "reason" where a figure or its interval is missing or its value
/// asks for a remark.
[[nodiscard]] nlohmann::json to_json(const estimate& figure);

/// Seconds a step of each phase, the mean over ranks and launches; keys end in "_seconds".
[[nodiscard]] nlohmann::json phases_of(const cell_result& result);
/// The largest peak of each category on each device over the launches, and host RSS.
[[nodiscard]] nlohmann::json memory_of(const cell_result& result);
/// The median of each part of the start over the launches.
[[nodiscard]] nlohmann::json startup_of(const cell_result& result);

}  // namespace dpscale::bench
