// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "trainers/config/config.hpp"
#include "trainers/config/surroundings.hpp"
#include "trainers/protocol/exit_code.hpp"

namespace dpscale {

/// What a command line asks for: to end with `exit` (--help and its kind, already printed), or to
/// run with `settings`.
struct parse_result {
  std::optional<protocol::exit_code> exit;
  config settings;
};

/// Reads the command line of `program` ("train_single" or "train_multi"). A value comes from its
/// flag, else from the environment (DPSCALE_ and the option's name in capitals), else from the
/// preset, else it is the default. Throws protocol::error, one line: usage (unknown, malformed,
/// out of range, conflicting, more devices than cores), unsupported (what this build can't do; a
/// --record is then written), output_failed.
[[nodiscard]] parse_result parse_config(const std::string& program, int argc,
                                        const char* const* argv, const surroundings& around);

/// The record's config.options: every option of c.program with underscores for dashes ->
/// {"value", "source"}; null where unset; the user's home folder as "~".
[[nodiscard]] nlohmann::json config_json(const config& c);

/// What --describe prints: name, version, and the options (type, unit, default, choices, limits),
/// strategies, launchers, backends, precisions and presets that `program` has.
[[nodiscard]] nlohmann::json describe_json(const std::string& program);

/// What --help prints.
[[nodiscard]] std::string help_text(const std::string& program);

}  // namespace dpscale
