// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "bench/launch/outcome.hpp"
#include "bench/launch/trainer_command.hpp"

namespace dpscale::bench {

/// Where a launch stands in its sweep; with complete blocks the two are the same number.
struct launch_place {
  int launch = 0, block = 0;
};

/// A finished launch: its line for the journal, and whether it was cut off because we were asked to
/// stop (then the line is not for keeping).
struct launch_result {
  nlohmann::json line;
  bool interrupted = false;
  double wall_seconds = 0.0;
};

/// Runs one launch of `value` and reads the record that it writes to `record`. Whatever the trainer
/// does is a line with a status; only a record that could not be stored throws
/// (protocol::error{output_failed}).
[[nodiscard]] launch_result run_launch(const cell& value, launch_place place,
                                       const launch_settings& settings,
                                       std::optional<std::uint64_t> memory_limit_bytes,
                                       const std::filesystem::path& record, signal_inbox& inbox);

/// How to run one launch of `value`, which writes its record to `record`.
[[nodiscard]] process_request launch_request(const cell& value, const launch_settings& settings,
                                             std::optional<std::uint64_t> memory_limit_bytes,
                                             const std::filesystem::path& record);

/// The line of a launch that ended with `result`. Throws as run_launch does.
[[nodiscard]] nlohmann::json launch_line(const cell& value, launch_place place,
                                         const launch_settings& settings,
                                         const process_result& result,
                                         const std::filesystem::path& record);

/// The line of a launch that is not run.
[[nodiscard]] nlohmann::json skipped_line(const cell& value, launch_place place,
                                          const std::string& reason);

/// Seconds after which the harness ends a launch whose trainer did not keep its own `deadline`.
[[nodiscard]] double hard_limit(double deadline_seconds);

}  // namespace dpscale::bench
