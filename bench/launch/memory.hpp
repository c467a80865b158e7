// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dpscale::bench {

/// How often the kernel has killed for want of memory: in this process' cgroup (version 2) where
/// that is counted, else on the machine. None where neither is known.
[[nodiscard]] std::optional<std::uint64_t> out_of_memory_kills();

/// Bytes a launch may use on this machine: 90 % of its memory or of the cgroup's limit, whichever
/// is smaller; 0 where it is unknown or this build's sanitizer reserves more address space than any
/// limit allows.
[[nodiscard]] std::uint64_t default_memory_limit();

/// The number after `name` in a file of "name number" lines such as /proc/vmstat and /proc/meminfo.
[[nodiscard]] std::optional<std::uint64_t> counter_in(const std::string& path,
                                                      const std::string& name);

}  // namespace dpscale::bench
