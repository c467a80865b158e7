// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace dpscale::protocol {

/// The documents the suite writes: `dpscale.record/1`, `dpscale.summary/1`, `dpscale.run/1`.
enum class schema { record, summary, run };

/// The schema's JSON text (draft-07), from inside the binary.
[[nodiscard]] std::string_view schema_text(schema kind);

/// What is wrong with `document`, a line each: a JSON pointer and the fault
/// ("/summary/windows_kept: Missing required property 'value'."); numbers that are NaN or infinite
/// count, though JSON can't say them. Empty where it is valid.
[[nodiscard]] std::vector<std::string> faults(schema kind, const nlohmann::json& document);

}  // namespace dpscale::protocol
