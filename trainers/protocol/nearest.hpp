// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace dpscale::protocol {

/// The word of `known` that `name` most likely was meant to be (few letters differ, or it begins
/// so; `_` counts as `-`); empty where none is near.
[[nodiscard]] std::string nearest(std::string name, const std::vector<std::string>& known);

/// "; did you mean --NAME?" with the nearest of the options `known`, else "; see --help".
[[nodiscard]] std::string suggestion(const std::string& name,
                                     const std::vector<std::string>& known);

}  // namespace dpscale::protocol
