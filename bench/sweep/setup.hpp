// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/launch/trainer_command.hpp"
#include "bench/plan/cells.hpp"
#include "bench/plan/groups.hpp"
#include "bench/plan/schedule.hpp"

namespace dpscale::bench {

/// Seconds of a launch besides its measuring, for estimates: start-up, data and warm-up.
inline constexpr double usual_overhead_seconds = 0.9;
/// Least a launch measures, however small the sweep's budget: ten windows of 20 ms.
inline constexpr double least_budget_seconds = 0.2;

/// Share of the budget that the first rounds of turns get; the rest goes to what is undecided then.
inline constexpr double first_share = 2.0 / 3.0;
/// How long a turn's window is to last.
inline constexpr double turn_window_seconds = 0.02;

/// A sweep made ready: its cells, their order, and what each launch may take.
struct sweep_setup {
  plan wanted;
  std::vector<cell> cells;
  std::vector<cell_group> groups;      ///< that take turns; empty: each launch runs alone
  std::string alone_because;           ///< why; empty where there are groups
  std::vector<block> blocks;           ///< orders of the groups, else of the cells
  int cores = 1;                       ///< physical cores there are
  std::filesystem::path trainers;      ///< the folder with the programs
  std::vector<std::string> command;    ///< this program's arguments, to repeat it with
  double launch_budget_seconds = 0.0;  ///< of measuring, of a launch or of a round
  double deadline_seconds = 0.0;
  listed_options listed;  ///< what the trainers say they have

  /// Launches that run alone, or rounds.
  [[nodiscard]] std::size_t launches() const {
    return (groups.empty() ? cells.size() : groups.size()) * blocks.size();
  }
  [[nodiscard]] launch_settings settings_of(int launch) const;
};

/// Expands `wanted` and shares out its budget. `plain_options` as in expand(); the cells take turns
/// where `alone_because` is empty.
[[nodiscard]] sweep_setup make_setup(plan wanted, const std::set<std::string>& plain_options,
                                     int cores, std::filesystem::path trainers,
                                     std::vector<std::string> command, std::string alone_because);

/// run.json (dpscale.run/1) of a sweep about to start.
[[nodiscard]] nlohmann::json run_document(const sweep_setup& setup);

/// Throws protocol::error{usage} where the run in `stored` (a run.json) was started with another
/// plan, other trainers, another version or on another kind of CPU than `fresh`: its launches could
/// not be compared with ours.
void check_same_run(const nlohmann::json& stored, const nlohmann::json& fresh,
                    const std::string& folder);

/// Now, as "2026-01-31T12:00:00Z".
[[nodiscard]] std::string utc_now();

}  // namespace dpscale::bench
