// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace dpscale::bench {

/// Every derived figure of a run (dpscale.summary/1) from its run.json and the lines of its
/// journal; pure. Throws protocol::error{bad_data} where run.json is not of that form.
[[nodiscard]] nlohmann::json summarize(const nlohmann::json& run,
                                       const std::vector<nlohmann::json>& lines);

/// The cells of a summary as comma-separated values (RFC 4180, UTF-8), one row a cell. No field is
/// a formula to a spreadsheet.
[[nodiscard]] std::string to_csv(const nlohmann::json& summary);

/// How many cells of a summary are not ok.
[[nodiscard]] int failed_cells(const nlohmann::json& summary);

}  // namespace dpscale::bench
