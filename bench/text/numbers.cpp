// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/text/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dpscale::bench {

std::string with_thousands(double value) {
  const std::string digits = fmt::format("{:.0f}", std::fabs(value));
  std::string text = value < 0.0 ? "-" : "";
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text.push_back(',');
    text.push_back(digits[i]);
  }
  return text;
}

std::string percent_range(double low, double high, std::string_view between) {
  // What a product of 100 is off by must not move a bound that is whole.
  constexpr double off = 1e-9;
  return fmt::format("{:.0f}{}{:.0f}", std::floor(100 * low + off), between,
                     std::ceil(100 * high - off));
}

std::string duration_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", 1e6 * seconds);
  if (seconds < 1.0) return fmt::format("{:.2f} ms", 1e3 * seconds);
  if (seconds < 60.0) return fmt::format("{:.1f} s", seconds);
  return estimate_text(seconds);
}

std::string estimate_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace dpscale::bench
