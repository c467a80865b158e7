// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/plan/cells.hpp"

namespace dpscale::bench {

/// What the command of a launch takes besides its cell.
struct launch_settings {
  std::filesystem::path trainers;  ///< the folder with the programs
  std::string data;                ///< empty: the trainer's default
  std::uint64_t seed = 0;
  double budget_seconds = 1.0;     ///< of measuring
  double deadline_seconds = 60.0;  ///< the trainer's own; the harness waits a little longer
};

/// The trainer's arguments without its record's place; the program's name stands alone, without its
/// folder, so that the line can be typed where it is on the path.
[[nodiscard]] std::vector<std::string> trainer_command(const cell& value,
                                                       const launch_settings& settings);

/// A stored folder's name, whose "~" stands for the user's home, as the system knows it.
[[nodiscard]] std::string with_home(std::string text);

}  // namespace dpscale::bench
