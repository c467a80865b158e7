// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "trainers/config/parse.hpp"

namespace dpscale {

/// What a command line's meaning depends on here: hwloc's cores within the process's affinity, the
/// CPU quota of its control groups (looked for below `root`), getenv, and the Fashion-MNIST that
/// Debian ships, where its files are there.
[[nodiscard]] surroundings this_machine(const std::filesystem::path& root = "/");

}  // namespace dpscale
