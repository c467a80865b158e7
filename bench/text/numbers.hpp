// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace dpscale::bench {

/// "612,345", rounded to a whole number.
[[nodiscard]] std::string with_thousands(double value);
/// What something took, to three digits or so: "57.8 us", "1.2 s", "2 min 41 s".
[[nodiscard]] std::string duration_text(double seconds);
/// What something will take: whole seconds, "45 s", "2 min 41 s".
[[nodiscard]] std::string estimate_text(double seconds);

}  // namespace dpscale::bench
