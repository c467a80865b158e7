// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace dpscale::bench {

// How what a plan names is written; whether a trainer has it is another matter.

/// An option or a strategy: lower case, digits and dashes, a letter first.
[[nodiscard]] bool is_option_name(std::string_view text);
/// As an option's name, in either case and with underscores.
[[nodiscard]] bool is_preset_name(std::string_view text);
/// Two widths or more, each of one to seven digits, the first no 0: "784-64-10".
[[nodiscard]] bool is_model(std::string_view text);

}  // namespace dpscale::bench
