// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/text/layout.hpp"

#include <algorithm>

#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {

std::string name_text(std::string_view id) {
  return protocol::shortened(protocol::printable(id), 100);
}

std::string reason_text(std::string_view reason) {
  return protocol::shortened(protocol::printable(reason), 300);
}

std::string padded(std::string text, std::size_t width, align side) {
  const std::size_t taken = protocol::columns(text);
  if (taken < width) text.insert(side == align::left ? text.size() : 0, width - taken, ' ');
  return text;
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], protocol::columns(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool left = i == 0 || i + 1 == row.size();
      line += (i > 0 ? "  " : "") + padded(row[i], widths[i], left ? align::left : align::right);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace dpscale::bench
