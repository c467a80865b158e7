// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/data_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "trainers/data/file_name.hpp"
#include "trainers/data/foreign_format.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::data {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_shown = 8;

[[noreturn]] void fault(const std::string& line) {
  throw protocol::error(protocol::exit_code::bad_data, line);
}

/// The file found for each role; empty where there is none.
class file_set {
 public:
  void offer(const file_name& name, const fs::path& path) {
    candidate& best = files_.at(name.role);
    if (best.path.empty() || name.rank < best.rank) best = {path.string(), name.rank};
  }
  [[nodiscard]] bool whole() const { return missing("").empty(); }
  [[nodiscard]] std::vector<std::string> missing(const std::string& prefix) const {
    std::vector<std::string> names;
    for (std::size_t role = 0; role < roles; ++role) {
      if (files_.at(role).path.empty()) names.push_back(usual_name(prefix, role));
    }
    return names;
  }
  [[nodiscard]] data_files paths() const {
    return {files_[0].path, files_[1].path, files_[2].path, files_[3].path};
  }

 private:
  struct candidate {
    std::string path;
    int rank = 0;
  };
  std::array<candidate, roles> files_;
};

/// What a folder holds: data sets by prefix, and all names, folders with a slash.
struct contents {
  std::map<std::string, file_set> sets;
  std::vector<std::string> names;
};

/// One line whatever the name is.
std::string printable(std::string name) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  std::ranges::replace_if(name, control, '?');
  return name;
}

contents list(const fs::path& folder) {
  contents found;
  std::error_code fails;
  for (fs::directory_iterator i(folder, fails), end; !fails && i != end; i.increment(fails)) {
    std::error_code ignored;
    const std::string name = i->path().filename().string();
    const bool is_folder = i->is_directory(ignored);
    found.names.push_back(printable(name) + (is_folder ? "/" : ""));
    // Some archives unpack each file into a folder of the file's name.
    if (is_folder) continue;
    if (const auto parsed = parse_file_name(name)) found.sets[parsed->prefix].offer(*parsed, *i);
  }
  if (fails) fault(fmt::format("{}: can't be read: {}", folder.string(), fails.message()));
  std::ranges::sort(found.names);
  return found;
}

/// "a, b and 7 more"
std::string some_of(std::vector<std::string> names) {
  const std::size_t more = names.size() - std::min(names.size(), most_shown);
  names.resize(names.size() - more);
  return fmt::format("{}{}", fmt::join(names, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string whats_there(const contents& found) {
  return found.names.empty() ? "the folder is empty" : "the folder holds " + some_of(found.names);
}

std::string takes() {
  std::vector<std::string> names;
  for (std::size_t role = 0; role < roles; ++role) names.push_back(usual_name("", role));
  return fmt::format(
      "--data takes a folder with {} (each plain or with .gz), such a folder and its files' prefix "
      "(DIR/emnist-letters), or synthetic[:N]",
      fmt::join(names, ", "));
}

[[noreturn]] void fault_missing(const std::string& where, const std::string& prefix,
                                const file_set& set, const contents& found) {
  fault(
      fmt::format("{}: no {} (looked for plain and with .gz, with -idx and .idx, the test part "
                  "as t10k and test); {}",
                  where, fmt::join(set.missing(prefix), ", no "), whats_there(found)));
}

[[noreturn]] void fault_several(const std::string& folder, const contents& found) {
  std::vector<std::string> prefixes;
  for (const auto& [prefix, files] : found.sets) {
    prefixes.push_back(prefix.empty() ? "one without a prefix" : printable(prefix));
  }
  fault(fmt::format("{}: several data sets ({}); add a prefix to choose one: --data {}", folder,
                    some_of(prefixes), (fs::path(folder) / prefixes.back()).string()));
}

data_files in_folder(const std::string& folder) {
  const contents found = list(folder);
  const auto own = found.sets.find("");
  if (own != found.sets.end() && own->second.whole()) return own->second.paths();
  if (found.sets.size() > 1) fault_several(folder, found);
  if (found.sets.empty()) fault_missing(folder, "", {}, found);
  const auto& [prefix, set] = *found.sets.begin();
  if (!set.whole()) fault_missing(folder, prefix, set, found);
  return set.paths();
}

data_files with_prefix(const fs::path& folder, const std::string& prefix,
                       const std::string& where) {
  const contents found = list(folder);
  const auto set = found.sets.find(prefix);
  if (set == found.sets.end()) {
    std::vector<std::string> others;
    for (const auto& [other, files] : found.sets) {
      if (!other.empty()) others.push_back(printable(other));
    }
    fault(fmt::format(
        "{}: no such folder{}; {}", where,
        others.empty() ? "" : fmt::format(", and {} has {} only", folder.string(), some_of(others)),
        takes()));
  }
  if (!set->second.whole()) fault_missing(where, prefix, set->second, found);
  return set->second.paths();
}

}  // namespace

data_files find_data_files(const std::string& where) {
  std::string path = where;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return in_folder(path);
  if (fs::exists(path, ignored)) {
    const std::string format = format_of_file(path);
    fault(format.empty() ? fmt::format("{}: not a folder; {}", path, takes())
                         : fmt::format("{}: {}; {}", path, format, takes()));
  }
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  if (!fs::is_directory(folder, ignored)) {
    fault(fmt::format("{}: no such folder; {}", path, takes()));
  }
  return with_prefix(folder, fs::path(path).filename().string(), path);
}

bool has_dataset(const std::string& where) {
  try {
    static_cast<void>(find_data_files(where));
    return true;
  } catch (const protocol::error&) {
    return false;
  }
}

}  // namespace dpscale::data
