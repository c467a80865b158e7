// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/plan/cells.hpp"

namespace dpscale::bench {

/// Program -> the options it lists (--describe). A program that isn't there has them all.
using listed_options = std::map<std::string, std::set<std::string>>;

/// What the command of a launch takes besides its cell.
struct launch_settings {
  std::filesystem::path trainers;  ///< the folder with the programs
  std::string data;                ///< empty: the trainer's default
  std::uint64_t seed = 0;
  double budget_seconds = 1.0;     ///< of measuring
  double deadline_seconds = 60.0;  ///< the trainer's own; the harness waits a little longer
  listed_options listed = {};
};

/// The trainer's arguments without its record's place: the core of the protocol, the cell's
/// options, and --strategy and --quiet where the trainer lists them. The program's name stands
/// alone, without its folder, so that the line can be typed where it is on the path.
[[nodiscard]] std::vector<std::string> trainer_command(const cell& value,
                                                       const launch_settings& settings);

/// A stored folder's name, whose "~" stands for the user's home, as the system knows it.
[[nodiscard]] std::string with_home(std::string text);

}  // namespace dpscale::bench
