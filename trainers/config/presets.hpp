// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace dpscale {

/// The presets' names.
[[nodiscard]] std::vector<std::string> preset_names();

/// The options that `preset` sets, as they would be written; empty for a name that isn't one.
[[nodiscard]] std::map<std::string, std::string> preset_options(const std::string& preset);

}  // namespace dpscale
