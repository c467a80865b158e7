// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "trainers/protocol/error.hpp"

namespace dpscale {

namespace {

constexpr std::uint64_t widest_layer = 65536;
constexpr std::size_t most_widths = 8;
constexpr std::uint64_t most_synthetic = 100'000'000;

[[noreturn]] void reject(const given& value, const std::string& legal) {
  const std::string shown = value.text.empty() ? "(empty)" : value.text;
  throw protocol::error(protocol::exit_code::usage,
                        fmt::format("{} {}: must be {}", value.origin, shown, legal));
}

template <typename T>
std::optional<T> number_in(std::string_view text) {
  T number{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::uint64_t> whole_in(std::string_view text, std::uint64_t low,
                                      std::uint64_t high) {
  const auto number = number_in<std::uint64_t>(text);
  return number && *number >= low && *number <= high ? number : std::nullopt;
}

}  // namespace

bool number_range::holds(double value) const {
  // NaN fails every comparison.
  return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
}

std::string number_range::text() const {
  return fmt::format("{} {:g}, {} {:g}", low_open ? "above" : "at least", low,
                     high_open ? "below" : "at most", high);
}

std::uint64_t parse_whole(const given& value, std::uint64_t low, std::uint64_t high) {
  const auto number = whole_in(value.text, low, high);
  if (!number) reject(value, fmt::format("a whole number from {} to {}", low, high));
  return *number;
}

double parse_real(const given& value, const number_range& range) {
  const auto number = number_in<double>(value.text);
  if (!number || !range.holds(*number)) reject(value, "a number " + range.text());
  return *number;
}

bool parse_switch(const given& value) {
  constexpr std::array<std::string_view, 4> yes{"true", "1", "yes", "on"},
      no{"false", "0", "no", "off"};
  if (std::find(yes.begin(), yes.end(), value.text) != yes.end()) return true;
  if (std::find(no.begin(), no.end(), value.text) == no.end()) reject(value, "true or false");
  return false;
}

std::string parse_choice(const given& value, std::span<const std::string> choices) {
  if (std::find(choices.begin(), choices.end(), value.text) == choices.end()) {
    reject(value, fmt::format("one of {}", fmt::join(choices, ", ")));
  }
  return value.text;
}

std::vector<std::size_t> parse_widths(const given& value) {
  const std::string legal = fmt::format(
      "2 to {} layer widths joined by dashes, input first, each from 1 to {} (784-256-128-10)",
      most_widths, widest_layer);
  std::vector<std::size_t> widths;
  std::string_view rest = value.text;
  for (bool more = true; more;) {
    const std::size_t dash = rest.find('-');
    const auto width = whole_in(rest.substr(0, dash), 1, widest_layer);
    if (!width || widths.size() == most_widths) reject(value, legal);
    widths.push_back(*width);
    more = dash != std::string_view::npos;
    if (more) rest.remove_prefix(dash + 1);
  }
  if (widths.size() < 2) reject(value, legal);
  return widths;
}

std::string parse_data(const given& value) {
  constexpr std::string_view generated = "synthetic:";
  if (value.text.starts_with(generated) &&
      !whole_in(value.text.substr(generated.size()), 1, most_synthetic)) {
    reject(value, fmt::format("a folder, synthetic, or synthetic:N with N from 1 to {} samples",
                              most_synthetic));
  }
  return parse_text(value, "a folder, synthetic or synthetic:N");
}

std::string parse_text(const given& value, const char* what) {
  if (value.text.empty()) reject(value, what);
  return value.text;
}

}  // namespace dpscale
