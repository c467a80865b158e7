// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/commands/sweep_options.hpp"
#include "trainers/protocol/exit_code.hpp"

namespace dpscale::bench {

/// `dpscale sweep`; `command` is the command line, kept to repeat it with. Throws protocol::error.
[[nodiscard]] protocol::exit_code sweep_command(const sweep_options& options,
                                                const std::vector<std::string>& command);

/// `dpscale summarize RUN`: computes the summary again from run.json and the journal.
[[nodiscard]] protocol::exit_code summarize_command(const std::string& run);

/// `dpscale report RUN ...`: becomes the report's Python program with `arguments`. Returns only by
/// throwing protocol::error{unsupported} where that cannot run.
[[noreturn]] void report_command(const std::vector<std::string>& arguments);

/// Parses the command line and carries it out; the status to end with. Prints a fault as one line.
[[nodiscard]] int run_command_line(int argc, char** argv);

}  // namespace dpscale::bench
