// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace dpscale::bench {

/// Physical cores this process may run on (its affinity counts, hyper-threads do not); at least 1.
[[nodiscard]] int physical_cores();

/// Devices that can run all the time: the physical cores, or the whole cores of the control groups'
/// CPU quota where those are fewer; at least 1. `root` is where /proc and /sys are looked for.
[[nodiscard]] int usable_cores(const std::filesystem::path& root = "/");

/// A line for the terminal where such a quota leaves fewer cores than there are; empty otherwise.
[[nodiscard]] std::string quota_notice(const std::filesystem::path& root = "/");

}  // namespace dpscale::bench
