// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bench/launch/process.hpp"

namespace dpscale::bench {

/// What a launch left behind, read from its record file: the record, or why there is none.
struct record_found {
  std::optional<nlohmann::json> record;  ///< a valid dpscale.record/1
  std::string fault;                     ///< empty when there simply is no file
};

struct outcome {
  std::string status;  ///< one of the record's: ok, out_of_memory, timeout, crashed, ...
  std::string reason;  ///< empty when ok
  [[nodiscard]] bool ok() const { return status == "ok"; }
};

/// The status of a launch from how its process ended and what it wrote. A record's own account of a
/// failure goes before the exit code's; "ok" takes both, and a throughput above zero.
[[nodiscard]] outcome classify(const process_result& result, const record_found& found,
                               double limit_seconds);

/// "SIGKILL" for 9; "signal 65" for one without a name.
[[nodiscard]] std::string signal_name(int signal);

/// The last line of `text` that is not blank, without trailing blanks.
[[nodiscard]] std::string last_line(const std::string& text);

/// `record`'s samples a second; none where it has none above zero.
[[nodiscard]] std::optional<double> throughput_of(const nlohmann::json& record);

/// Whether the CPU quota stopped the trainer during its windows, as far as `record` says.
[[nodiscard]] bool throttled(const nlohmann::json& record);

}  // namespace dpscale::bench
