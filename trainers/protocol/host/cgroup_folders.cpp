// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <sstream>

#include "trainers/protocol/host/cgroup.hpp"

namespace dpscale::protocol {

namespace {

namespace fs = std::filesystem;

/// A mounted hierarchy: what it shows (`group`, a path among the groups) and where.
struct cgroup_mount {
  int version;
  std::string controllers;  ///< version 1's, with a comma on each side
  std::string group;
  std::string place;
};

/// "\040" and its like in a path of mountinfo.
std::string without_escapes(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string digits = text[i] == '\\' ? text.substr(i + 1, 3) : "";
    const bool escape =
        digits.size() == 3 && digits.find_first_not_of("01234567") == std::string::npos;
    result += escape ? static_cast<char>(std::stoi(digits, nullptr, 8)) : text[i];
    if (escape) i += 3;
  }
  return result;
}

/// proc(5): "id parent device root place options [tags] - type source super-options".
std::optional<cgroup_mount> mount_of(const std::string& line) {
  std::istringstream words(line);
  std::string skipped, group, place, word, type, source, options;
  words >> skipped >> skipped >> skipped >> group >> place;
  while (words >> word && word != "-") continue;
  if (!(words >> type >> source >> options)) return std::nullopt;
  const bool second = type == "cgroup2";
  if (!second && type != "cgroup") return std::nullopt;
  return cgroup_mount{second ? 2 : 1, second ? "" : ',' + options + ',', without_escapes(group),
                      without_escapes(place)};
}

/// What is mounted; where the system doesn't say, what is usual.
std::vector<cgroup_mount> mounts(const std::string& controller, const fs::path& root) {
  std::ifstream file(root / "proc/self/mountinfo");
  if (!file.is_open())
    return {{2, "", "/", "/sys/fs/cgroup"},
            {1, ',' + controller + ',', "/", "/sys/fs/cgroup/" + controller}};
  std::vector<cgroup_mount> result;
  for (std::string line; std::getline(file, line);)
    if (auto mount = mount_of(line)) result.push_back(std::move(*mount));
  return result;
}

/// The path of `group` below what a mount shows; none where it lies outside.
std::optional<fs::path> inside(const std::string& group, const std::string& shown) {
  const fs::path path = fs::path(group).relative_path();
  // "/../x" is how a container's view names a group that isn't in it.
  for (const fs::path& part : path)
    if (part == "..") return std::nullopt;
  if (shown == "/") return path;
  const fs::path below = path.lexically_relative(fs::path(shown).relative_path());
  if (below.empty() || *below.begin() == "..") return std::nullopt;
  return below == "." ? fs::path() : below;
}

/// From the group outward up to the mount.
void add_folders(const cgroup_mount& mount, fs::path below, const fs::path& root,
                 std::vector<cgroup_folder>& folders) {
  const fs::path place = root / fs::path(mount.place).relative_path();
  for (;; below = below.parent_path()) {
    folders.push_back({below.empty() ? place : place / below, mount.version});
    if (below.empty()) return;
  }
}

}  // namespace

std::vector<cgroup_folder> cgroup_folders(const std::string& controller, const fs::path& root) {
  const std::vector<cgroup_mount> mounted = mounts(controller, root);
  const std::string wanted = ',' + controller + ',';
  std::vector<cgroup_folder> folders;
  std::ifstream groups(root / "proc/self/cgroup");
  // A line is "number:controllers:path"; version 2 has no controllers.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
    const int version = controllers == ",," ? 2 : 1;
    if (version == 1 && controllers.find(wanted) == std::string::npos) continue;
    const std::string group = line.substr(second + 1);
    const cgroup_mount* best = nullptr;
    std::optional<fs::path> below;
    for (const cgroup_mount& mount : mounted) {
      if (mount.version != version) continue;
      if (version == 1 && mount.controllers.find(wanted) == std::string::npos) continue;
      auto path = inside(group, mount.group);
      if (best != nullptr && (below || !path)) continue;
      best = &mount;
      below = std::move(path);
    }
    if (best != nullptr) add_folders(*best, below.value_or(fs::path()), root, folders);
  }
  return folders;
}

}  // namespace dpscale::protocol
