// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/config/parse.hpp"

namespace dpscale {

/// What a command line's meaning depends on here: hwloc's cores within the process's affinity,
/// getenv, and the Fashion-MNIST that Debian ships, where its files are there.
[[nodiscard]] surroundings this_machine();

}  // namespace dpscale
