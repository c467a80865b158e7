// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace dpscale::bench {

/// The cells of a summary as a table for a terminal, then the failed cells with their reasons and
/// where N devices begin to beat one. A line is a line whatever the
/// texts in it hold, and columns stand under each other.
[[nodiscard]] std::string format_table(const nlohmann::json& summary);

}  // namespace dpscale::bench
