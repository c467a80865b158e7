// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace dpscale::bench {

/// "612,345", rounded to a whole number.
[[nodiscard]] std::string with_thousands(double value);
/// Fractions as whole per cent, rounded outwards, so that the words claim no more than the bounds:
/// 0.812, 1.027 and " to " give "81 to 103".
[[nodiscard]] std::string percent_range(double low, double high, std::string_view between);
/// What something took, to three digits or so: "57.8 us", "1.2 s", "2 min 41 s".
[[nodiscard]] std::string duration_text(double seconds);
/// What something will take: whole seconds, "45 s", "2 min 41 s".
[[nodiscard]] std::string estimate_text(double seconds);

}  // namespace dpscale::bench
