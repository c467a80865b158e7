// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dpscale {

/// An option's value as it was written, and where: "--lr", "DPSCALE_LR", "preset wide".
struct given {
  std::string text, origin;
  bool implied = false;  ///< by `origin`, a variable of another program
};

/// The numbers an option takes. Whole numbers use closed ends only.
struct number_range {
  double low, high;
  bool low_open = false, high_open = false;
  [[nodiscard]] bool holds(double value) const;
  /// "above 0, at most 1e+06"
  [[nodiscard]] std::string text() const;
};

// Each throws protocol::error{usage}, one line naming the option, the value and what is legal.
// Nothing is guessed: no blanks, no sign for whole numbers, no rest behind the number, no NaN.

[[nodiscard]] std::uint64_t parse_whole(const given& value, std::uint64_t low, std::uint64_t high);
[[nodiscard]] double parse_real(const given& value, const number_range& range);
/// true, false, 1, 0, yes, no, on, off
[[nodiscard]] bool parse_switch(const given& value);
[[nodiscard]] std::string parse_choice(const given& value, std::span<const std::string> choices);
/// Layer widths joined by dashes: 2 to 8 of them, each 1 to 65536.
[[nodiscard]] std::vector<std::size_t> parse_widths(const given& value);
/// "synthetic", "synthetic:N" or a folder's name.
[[nodiscard]] std::string parse_data(const given& value);
/// A text that isn't empty.
[[nodiscard]] std::string parse_text(const given& value, const char* what);

}  // namespace dpscale
