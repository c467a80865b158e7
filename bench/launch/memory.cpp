// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/memory.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "trainers/protocol/environment.hpp"

namespace dpscale::bench {
namespace {

/// The folder of this process' cgroup of version 2; empty where there is none.
std::string cgroup_folder() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("0::")) return "/sys/fs/cgroup" + line.substr(3);
  return "";
}

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
  const std::string folder = cgroup_folder();
  if (!folder.empty())
    if (const auto kills = counter_in(folder + "/memory.events", "oom_kill")) return kills;
  return counter_in("/proc/vmstat", "oom_kill");
}

std::uint64_t default_memory_limit() {
  if (sanitized()) return 0;
  std::uint64_t bytes = counter_in("/proc/meminfo", "MemTotal:").value_or(0) * 1024;
  if (const auto limit = protocol::memory_limit_bytes(); limit.is_number())
    bytes = bytes == 0 ? limit.get<std::uint64_t>() : std::min(bytes, limit.get<std::uint64_t>());
  return bytes / 10 * 9;
}

}  // namespace dpscale::bench
