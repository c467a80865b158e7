// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trainers/config/table.hpp"

namespace dpscale {

/// A command line taken apart: option -> its text ("true" for a switch), and what it asks for
/// besides.
struct command_line {
  std::map<std::string, std::string> flags;
  bool help = false, version = false, describe = false;
};

/// Takes `argv` apart by the names in `table`; values aren't looked at. Throws
/// protocol::error{usage}: an unknown option (with the nearest known one), one given twice, a
/// missing value, a stray argument.
[[nodiscard]] command_line read_command_line(const std::vector<option_spec>& table, int argc,
                                             const char* const* argv);

}  // namespace dpscale
