// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/host/cgroup.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

namespace dpscale::protocol {

namespace {

namespace fs = std::filesystem;

/// `word` as a whole number of at least 0; none for "max", -1, and what is no number.
std::optional<std::uint64_t> number(const std::string& word) {
  std::uint64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [at, fault] = std::from_chars(word.data(), end, value);
  return fault == std::errc{} && at == end ? std::optional(value) : std::nullopt;
}

/// The blank-separated words of a file's first line.
std::vector<std::string> words_in(const fs::path& path) {
  std::ifstream file(path);
  std::string line, word;
  std::getline(file, line);
  std::istringstream text(line);
  std::vector<std::string> words;
  while (text >> word) words.push_back(word);
  return words;
}

/// The one number a file holds.
std::optional<std::uint64_t> number_in(const fs::path& path) {
  const auto words = words_in(path);
  return words.size() == 1 ? number(words.front()) : std::nullopt;
}

/// Cores of a quota and its period, both in microseconds.
std::optional<double> cores(std::optional<std::uint64_t> quota,
                            std::optional<std::uint64_t> period) {
  if (!quota || !period || *quota == 0 || *period == 0) return std::nullopt;
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

std::optional<cpu_quota> quota_in(const cgroup_folder& folder) {
  const fs::path file = folder.path / (folder.version == 2 ? "cpu.max" : "cpu.cfs_quota_us");
  std::optional<double> limit;
  if (folder.version == 2) {
    const auto words = words_in(file);
    if (words.size() == 2) limit = cores(number(words[0]), number(words[1]));
  } else {
    limit = cores(number_in(file), number_in(folder.path / "cpu.cfs_period_us"));
  }
  return limit ? std::optional(cpu_quota{*limit, file}) : std::nullopt;
}

/// A group's own; none where it has no quota, or the system doesn't count.
std::optional<throttling> throttling_in(const cgroup_folder& folder) {
  std::ifstream file(folder.path / "cpu.stat");
  throttling found;
  bool counted = false;
  std::string name;
  for (std::uint64_t value = 0; file >> name >> value;) {
    if (name == "nr_throttled") {
      found.periods = value;
      counted = true;
    }
    if (name == "throttled_usec") found.seconds = 1e-6 * static_cast<double>(value);
    if (name == "throttled_time") found.seconds = 1e-9 * static_cast<double>(value);
  }
  return counted ? std::optional(found) : std::nullopt;
}

}  // namespace

std::size_t cpu_quota::whole_cores() const {
  return static_cast<std::size_t>(std::max(1.0, std::floor(std::min(cores, 1e6))));
}

std::optional<cpu_quota> read_cpu_quota(const fs::path& root) {
  std::optional<cpu_quota> tightest;
  for (const cgroup_folder& folder : cgroup_folders("cpu", root)) {
    auto quota = quota_in(folder);
    if (quota && (!tightest || quota->cores < tightest->cores)) tightest = std::move(quota);
  }
  return tightest;
}

std::optional<throttling> read_throttling(const fs::path& root) {
  std::optional<throttling> sum;
  // A group counts its own stops only, and a stop of any group around us stops us.
  for (const cgroup_folder& folder : cgroup_folders("cpu", root)) {
    const auto found = throttling_in(folder);
    if (!found) continue;
    if (!sum) sum.emplace();
    sum->periods += found->periods;
    sum->seconds += found->seconds;
  }
  return sum;
}

std::optional<std::uint64_t> read_memory_limit(const fs::path& root) {
  // Version 1 says "no limit" with the largest multiple of a page.
  constexpr std::uint64_t unlimited = std::uint64_t{1} << 62;
  std::optional<std::uint64_t> least;
  for (const cgroup_folder& folder : cgroup_folders("memory", root)) {
    const char* file = folder.version == 2 ? "memory.max" : "memory.limit_in_bytes";
    const auto limit = number_in(folder.path / file);
    if (limit && *limit < unlimited && (!least || *limit < *least)) least = limit;
  }
  return least;
}

}  // namespace dpscale::protocol
