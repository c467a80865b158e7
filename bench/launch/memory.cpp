// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/memory.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "trainers/protocol/host/cgroup.hpp"

namespace dpscale::bench {
namespace {

/// Whether memory is reserved in bulk by a sanitizer's shadow, which RLIMIT_DATA would refuse.
constexpr bool sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#else
  return false;
#endif
}

}  // namespace

std::optional<std::uint64_t> counter_in(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    std::uint64_t value = 0;
    if (words >> key >> value && key == name) return value;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> out_of_memory_kills() {
  for (const protocol::cgroup_folder& folder : protocol::cgroup_folders("memory")) {
    const char* file = folder.version == 2 ? "memory.events" : "memory.oom_control";
    if (const auto kills = counter_in(folder.path / file, "oom_kill")) return kills;
  }
  return counter_in("/proc/vmstat", "oom_kill");
}

std::uint64_t default_memory_limit() {
  if (sanitized()) return 0;
  std::uint64_t bytes = counter_in("/proc/meminfo", "MemTotal:").value_or(0) * 1024;
  if (const auto limit = protocol::read_memory_limit())
    bytes = bytes == 0 ? *limit : std::min(bytes, *limit);
  return bytes / 10 * 9;
}

}  // namespace dpscale::bench
