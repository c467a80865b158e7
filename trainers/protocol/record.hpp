// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "trainers/protocol/exit_code.hpp"
#include "trainers/protocol/status.hpp"

namespace dpscale::protocol {

inline constexpr const char* record_schema = "dpscale.record/1";

/// A library a backend computes or communicates with, as the record's trainer.libraries names it.
struct library_version {
  std::string name, version;
};

/// The record's `trainer` section as far as the build knows it: name, version, commit, dirty, build
/// type, compiler, flags, and `libraries`. What is decided at run time is the caller's to add.
[[nodiscard]] nlohmann::json trainer_section(const std::string& program,
                                             std::span<const library_version> libraries = {});

/// A record with schema, status "ok", reason null, `trainer` and `environment`; the caller adds the
/// other sections.
[[nodiscard]] nlohmann::json make_record(const std::string& program,
                                         std::span<const library_version> libraries = {});

/// The whole record of a launch that ended with `status` (not ok) for `reason`, one line.
[[nodiscard]] nlohmann::json failed_record(const std::string& program, record_status status,
                                           const std::string& reason);
[[nodiscard]] nlohmann::json failed_record(const std::string& program, exit_code code,
                                           const std::string& reason);

/// Writes `record` to `path` ("-": standard output), whole or not at all, the user's home folder
/// written as "~" everywhere. In a record that isn't ok, a number that is NaN or infinite becomes
/// {"value": null, "reason"}; in one that is ok it is a fault. Throws error{output_failed}, and
/// std::logic_error with the first fault where the record breaks its schema.
void write_record(nlohmann::json record, const std::string& path);

}  // namespace dpscale::protocol
