// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/plan/cells.hpp"

namespace dpscale::bench {

/// What a process lost to others during its turn; what the system didn't tell is none.
struct disturbance {
  std::optional<double> steal_seconds;           ///< taken by the hypervisor, in ticks of 10 ms
  std::optional<double> run_queue_wait_seconds;  ///< its threads, ready to run and not running
  std::optional<std::int64_t> involuntary_switches;
  std::optional<std::int64_t> throttled_periods;  ///< by the control group's CPU quota
};

/// One window of one cell of a group that takes turns.
struct turn {
  std::string cell;  ///< its id
  int pass = 0;      ///< once forwards and once backwards over the group: two turns of each cell
  double seconds = 0.0;
  std::int64_t steps = 0;
  std::int64_t samples = 0;  ///< of all devices
  int devices = 1;
  disturbance lost;
};

/// A launch of each cell of a group, alive at once, and the turns they took in their order.
struct round {
  std::string group;
  int number = 0;
  std::vector<turn> turns;
};

/// Whether a journal's line is that of a round (dpscale.round/1) whose launches can be told; its
/// turns may be anything.
[[nodiscard]] bool is_round_line(const nlohmann::json& line);

/// The round of a journal's line; none where it is no such line or any of its turns is not of the
/// form (a number missing or of another type, seconds or samples not above zero). A disturbance
/// that is not there, or null, is none.
[[nodiscard]] std::optional<round> round_from_json(const nlohmann::json& line);

/// The lines of rounds among a journal's `lines`, each (group, round) once, by group and number:
/// one that is there again counts with its last line. They point into `lines`.
[[nodiscard]] std::vector<const nlohmann::json*> round_lines(
    const std::vector<nlohmann::json>& lines);

/// The rounds of a journal, each once, by group and number; lines of another form are left out. Of
/// those of `cells` that have more device threads than `cores` the run-queue wait is left out:
/// their own threads wait for each other, always, and nobody took anything away.
[[nodiscard]] std::vector<round> rounds_in(const std::vector<nlohmann::json>& lines,
                                           const std::vector<cell>& cells, int cores);

}  // namespace dpscale::bench
