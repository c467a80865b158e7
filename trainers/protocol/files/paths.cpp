// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/paths.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

namespace dpscale::protocol {

namespace {

void add_home(std::vector<std::string>& homes, std::string folder) {
  while (folder.ends_with('/')) folder.pop_back();
  if (!folder.starts_with('/')) return;
  std::error_code ignored;
  const std::string real = std::filesystem::canonical(folder, ignored).string();
  for (const std::string& name : {folder, real}) {
    const bool usable = name.size() > 1;
    if (usable && std::find(homes.begin(), homes.end(), name) == homes.end()) homes.push_back(name);
  }
}

/// Whether a file name can go on with `c`, so that "/home/ann" is not found in "/home/anna".
bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == '~' || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether text[at, end) is a whole path; a full stop behind it is taken as the sentence's.
bool is_whole(const std::string& text, std::size_t at, std::size_t end) {
  if (at > 0 && in_name(text[at - 1])) return false;
  if (end < text.size() && text[end] == '.') return end + 1 == text.size() || text[end + 1] == ' ';
  return end == text.size() || !in_name(text[end]);
}

void visit(nlohmann::json& node, const std::vector<std::string>& homes) {
  if (node.is_string()) {
    node = without_home(node.get<std::string>(), homes);
  } else if (node.is_structured()) {
    for (auto& child : node) visit(child, homes);
  }
}

}  // namespace

std::vector<std::string> home_folders() {
  std::vector<std::string> homes;
  if (const char* home = std::getenv("HOME")) add_home(homes, home);
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> text(4096);
  while (getpwuid_r(getuid(), &entry, text.data(), text.size(), &found) == ERANGE) {
    text.resize(2 * text.size());
  }
  if (found != nullptr) add_home(homes, entry.pw_dir);
  std::stable_sort(homes.begin(), homes.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return homes;
}

std::string without_home(std::string text, const std::vector<std::string>& homes) {
  for (const std::string& home : homes) {
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = 0; (at = text.find(home, at)) != std::string::npos;) {
      const std::size_t end = at + home.size();
      if (is_whole(text, at, end)) {
        result.append(text, done, at - done).push_back('~');
        done = end;
      }
      at = end;
    }
    text = result.append(text, done, std::string::npos);
  }
  return text;
}

std::string without_home(std::string text) { return without_home(std::move(text), home_folders()); }

void remove_home(nlohmann::json& document) { visit(document, home_folders()); }

}  // namespace dpscale::protocol
