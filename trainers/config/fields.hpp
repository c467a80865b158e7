// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "trainers/config/table.hpp"

namespace dpscale {

// What option_table is made of: each ties one option to one field of config.

/// An enumeration's words, in its order.
[[nodiscard]] std::vector<std::string> tail_names();
[[nodiscard]] std::vector<std::string> shuffle_names();
[[nodiscard]] std::vector<std::string> optimizer_names();
[[nodiscard]] std::vector<std::string> epsilon_mode_names();
[[nodiscard]] std::vector<std::string> init_names();

template <typename T>
struct held {
  using type = T;
};
template <typename T>
struct held<std::optional<T>> {
  using type = T;
};

/// A field's value as JSON; null for an optional that is empty.
template <typename T>
nlohmann::json as_json(const T& value) {
  return value;
}
template <typename T>
nlohmann::json as_json(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

/// A whole number from `low` to `high`, into a field of any integer type or an optional one.
template <typename T>
option_spec whole(const std::string& group, const char* name, T config::*field,
                  const char* placeholder, const char* unit, const char* standard,
                  std::uint64_t low, std::uint64_t high, const char* help) {
  option_spec spec{name, group, "integer", placeholder, unit, standard, "", help, "", {}, {}, {}};
  spec.legal = std::to_string(low) + " to " + std::to_string(high);
  spec.set = [field, low, high](config& c, const given& value) {
    c.*field = static_cast<typename held<T>::type>(parse_whole(value, low, high));
  };
  spec.get = [field](const config& c) { return as_json(c.*field); };
  return spec;
}

/// A number within `range`.
template <typename T>
option_spec real(const std::string& group, const char* name, T config::*field,
                 const char* placeholder, const char* unit, const char* standard,
                 number_range range, const char* help) {
  option_spec spec{name, group, "number",     placeholder, unit, standard,
                   "",   help,  range.text(), {},          {},   {}};
  spec.set = [field, range](config& c, const given& value) { c.*field = parse_real(value, range); };
  spec.get = [field](const config& c) { return as_json(c.*field); };
  return spec;
}

/// One of some words, kept as the word.
[[nodiscard]] option_spec choice(const std::string& group, const char* name,
                                 std::string config::*field, const char* standard,
                                 std::vector<std::string> choices, const char* help);

/// One of the `names` of an enumeration.
template <typename E>
option_spec choice(const std::string& group, const char* name, E config::*field,
                   std::vector<std::string> names, const char* standard, const char* help) {
  option_spec spec{name, group, "choice", "NAME", "", standard, "", help, "", names, {}, {}};
  spec.set = [field, names](config& c, const given& value) {
    const std::string word = parse_choice(value, names);
    c.*field = static_cast<E>(std::find(names.begin(), names.end(), word) - names.begin());
  };
  spec.get = [field, names](const config& c) {
    return nlohmann::json(names[static_cast<std::size_t>(c.*field)]);
  };
  return spec;
}

/// A text that isn't empty: a file's name, or --data.
[[nodiscard]] option_spec text(const std::string& group, const char* name, const char* placeholder,
                               std::string config::*field, const char* help);

/// Layer widths.
[[nodiscard]] option_spec text(const std::string& group, const char* name, const char* placeholder,
                               std::vector<std::size_t> config::*field, const char* help);

[[nodiscard]] option_spec on_off(const std::string& group, const char* name, bool config::*field,
                                 const char* help);

}  // namespace dpscale
