// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace dpscale::protocol {

/// The user's home folders: $HOME, the one in the user database, and what each resolves to; longest
/// first. "/" and relative ones are left out.
[[nodiscard]] std::vector<std::string> home_folders();

/// `text` with every occurrence of one of `homes` as a whole path written as "~": what is stored
/// names nobody.
[[nodiscard]] std::string without_home(std::string text, const std::vector<std::string>& homes);
[[nodiscard]] std::string without_home(std::string text);

/// The same for every string value inside `document`.
void remove_home(nlohmann::json& document);

}  // namespace dpscale::protocol
