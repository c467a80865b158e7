// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/foreign_format.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "trainers/data/gzip.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::data {
namespace {

bool is_html(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower.starts_with("<!doctype html") || lower.starts_with("<html");
}

}  // namespace

std::string foreign_format(std::span<const std::uint8_t> start) {
  const std::string bytes(start.begin(), start.end());
  if (bytes.starts_with("PK\x03\x04")) {
    return "this is a zip archive: unpack it and use the files inside";
  }
  if (bytes.starts_with("version https://git-lfs.github.com/spec/")) {
    return "this is a Git LFS pointer, not the data: run git lfs pull in its repository";
  }
  if (is_html(bytes)) {
    return "this is an HTML page, not the data: download the file itself, not the page about it";
  }
  return {};
}

std::string format_of_file(const std::string& path) {
  try {
    std::array<std::uint8_t, format_bytes> start{};
    return foreign_format(std::span(start).first(open_bytes(path)->read(start)));
  } catch (const protocol::error&) {
    return {};
  }
}

}  // namespace dpscale::data
