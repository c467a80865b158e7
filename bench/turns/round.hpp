// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/launch/launch.hpp"

namespace dpscale::bench {

/// How a round of turns is run.
struct round_settings {
  launch_settings launch;
  std::optional<std::uint64_t> memory_limit_bytes;  ///< of each member's processes
  double window_seconds = 0.02;
  double budget_seconds = 1.0;  ///< turns end at the first whole pass past it
  int least_passes = 4;
  std::uint64_t seed = 0;  ///< of the order within a pass
};

/// A finished round: its line for the journal (dpscale.round/1), or nothing to keep because we were
/// asked to stop.
struct round_result {
  nlohmann::json line;
  bool interrupted = false;
  double wall_seconds = 0.0;
};

/// One round of the group `id`: a launch of each of `members`, started one after another, then
/// passes over them in turn, forwards and backwards. A member that fails leaves, with its line; the
/// others go on. `records` is an empty folder for their records. Throws
/// protocol::error{output_failed} where a record could not be stored.
[[nodiscard]] round_result run_round(const std::string& id, int number,
                                     const std::vector<const cell*>& members,
                                     const round_settings& settings,
                                     const std::filesystem::path& records, signal_inbox& inbox);

}  // namespace dpscale::bench
