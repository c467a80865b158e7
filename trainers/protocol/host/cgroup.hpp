// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dpscale::protocol {

// Control groups, versions 1 and 2 and both at once. `root` is always where /proc and /sys are
// looked for; tests bring their own.

/// A control group's folder, and which version's files lie in it.
struct cgroup_folder {
  std::filesystem::path path;
  int version;
};

/// Where `controller` ("cpu", "memory") may limit this process: its group and every group around it
/// that is mounted here, innermost first. A container may name a group outside its mount; then the
/// mount itself is the nearest that can be seen. The folders need not exist.
[[nodiscard]] std::vector<cgroup_folder> cgroup_folders(const std::string& controller,
                                                        const std::filesystem::path& root = "/");

/// A limit on processor time.
struct cpu_quota {
  double cores;                ///< that may be busy at once on average, above zero
  std::filesystem::path file;  ///< that says so

  /// Devices that can run all the time: the whole cores, at least 1.
  [[nodiscard]] std::size_t whole_cores() const;
};

/// The tightest of the limits on this process; none where there is none.
[[nodiscard]] std::optional<cpu_quota> read_cpu_quota(const std::filesystem::path& root = "/");

/// How often and how long this process's groups were stopped because their quota was used up.
struct throttling {
  std::uint64_t periods = 0;  ///< of the quota, 0.1 s as a rule
  double seconds = 0.0;       ///< of all processors together
};

/// Since the groups were made; none where the system doesn't count it.
[[nodiscard]] std::optional<throttling> read_throttling(const std::filesystem::path& root = "/");

/// The memory limit of this process in bytes, the tightest; none where there is none.
[[nodiscard]] std::optional<std::uint64_t> read_memory_limit(
    const std::filesystem::path& root = "/");

}  // namespace dpscale::protocol
