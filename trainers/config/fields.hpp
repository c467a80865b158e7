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

// What option_table is made of: each ties the option `spec` to one field of config, by which its
// type and the rest of `spec` follow.

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

/// Whole numbers, both ends legal.
struct whole_range {
  std::uint64_t low, high;
};

/// A whole number within `range`, into a field of any integer type or an optional one.
template <typename T>
option_spec whole(T config::*field, whole_range range, option_spec spec) {
  spec.type = "integer";
  spec.legal = std::to_string(range.low) + " to " + std::to_string(range.high);
  spec.set = [field, range](config& c, const given& value) {
    c.*field = static_cast<typename held<T>::type>(parse_whole(value, range.low, range.high));
  };
  spec.get = [field](const config& c) { return as_json(c.*field); };
  return spec;
}

/// A number within `range`.
template <typename T>
option_spec real(T config::*field, number_range range, option_spec spec) {
  spec.type = "number";
  if (spec.placeholder.empty()) spec.placeholder = "X";
  spec.legal = range.text();
  spec.set = [field, range](config& c, const given& value) { c.*field = parse_real(value, range); };
  spec.get = [field](const config& c) { return as_json(c.*field); };
  return spec;
}

/// One of the choices of `spec`, kept as the word.
[[nodiscard]] option_spec choice(std::string config::*field, option_spec spec);

/// One of the choices of `spec`, which are the words of an enumeration.
template <typename E>
option_spec choice(E config::*field, option_spec spec) {
  spec.type = "choice";
  spec.placeholder = "NAME";
  spec.set = [field, names = spec.choices](config& c, const given& value) {
    const std::string word = parse_choice(value, names);
    c.*field = static_cast<E>(std::find(names.begin(), names.end(), word) - names.begin());
  };
  spec.get = [field, names = spec.choices](const config& c) {
    return nlohmann::json(names[static_cast<std::size_t>(c.*field)]);
  };
  return spec;
}

/// A file's name.
[[nodiscard]] option_spec file(std::string config::*field, option_spec spec);

/// What data::load takes.
[[nodiscard]] option_spec data_set(std::string config::*field, option_spec spec);

/// Layer widths.
[[nodiscard]] option_spec widths(std::vector<std::size_t> config::*field, option_spec spec);

[[nodiscard]] option_spec on_off(bool config::*field, option_spec spec);

}  // namespace dpscale
