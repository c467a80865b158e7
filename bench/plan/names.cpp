// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/names.hpp"

#include <algorithm>
#include <string>

namespace dpscale::bench {

bool is_option_name(std::string_view text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view legal = "abcdefghijklmnopqrstuvwxyz0123456789-";
  return text.substr(0, 1).find_first_of(letters) == 0 &&
         text.find_first_not_of(legal) == std::string_view::npos;
}

bool is_preset_name(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  const std::size_t first = plain.find_first_not_of('_');
  std::replace(plain.begin(), plain.end(), '_', '-');
  return first == 0 && is_option_name(plain);
}

bool is_model(std::string_view text) {
  std::size_t widths = 0;
  for (;;) {
    const std::string_view width = text.substr(0, text.find('-'));
    if (width.empty() || width.size() > 7 || width.front() == '0' ||
        width.find_first_not_of("0123456789") != std::string_view::npos)
      return false;
    ++widths;
    if (width.size() == text.size()) return widths > 1;
    text.remove_prefix(width.size() + 1);
  }
}

}  // namespace dpscale::bench
