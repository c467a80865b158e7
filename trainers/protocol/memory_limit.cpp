// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "trainers/protocol/environment.hpp"
#include "trainers/protocol/figure.hpp"

namespace dpscale::protocol {

namespace {

namespace fs = std::filesystem;

/// A number of bytes in a file of the control group; none for "max" and for version 1's way of
/// saying so, the largest multiple of a page.
std::optional<std::uint64_t> limit_in(const fs::path& path) {
  std::ifstream file(path);
  std::string text;
  std::uint64_t bytes = 0;
  if (!std::getline(file, text)) return std::nullopt;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  constexpr std::uint64_t unlimited = std::uint64_t{1} << 62;
  if (fault != std::errc{} || end == text.data() || bytes >= unlimited) return std::nullopt;
  return bytes;
}

/// The tightest limit from the group at `path` below `mount` up to the mount itself.
std::optional<std::uint64_t> tightest(const fs::path& mount, fs::path path, const char* file) {
  std::optional<std::uint64_t> least;
  for (path = path.relative_path();; path = path.parent_path()) {
    const auto limit = limit_in(mount / path / file);
    if (limit && (!least || *limit < *least)) least = limit;
    if (path.empty()) return least;
  }
}

/// One line of /proc/self/cgroup is "number:controllers:path"; version 2 has no controllers.
std::optional<std::uint64_t> limit_of(const std::string& line, const fs::path& root) {
  const std::size_t first = line.find(':'), second = line.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos) return std::nullopt;
  const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
  const std::string path = line.substr(second + 1);
  if (controllers == ",,") return tightest(root / "sys/fs/cgroup", path, "memory.max");
  if (controllers.find(",memory,") == std::string::npos) return std::nullopt;
  return tightest(root / "sys/fs/cgroup/memory", path, "memory.limit_in_bytes");
}

}  // namespace

nlohmann::json memory_limit_bytes(const fs::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  std::optional<std::uint64_t> least;
  for (std::string line; std::getline(groups, line);) {
    const auto limit = limit_of(line, root);
    if (limit && (!least || *limit < *least)) least = limit;
  }
  return least ? nlohmann::json(*least) : no_figure("no control group limits it");
}

}  // namespace dpscale::protocol
