// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/fields.hpp"

#include <fmt/format.h>

namespace dpscale {

std::vector<std::string> tail_names() { return {"keep", "drop"}; }
std::vector<std::string> shuffle_names() { return {"epoch", "none"}; }
std::vector<std::string> optimizer_names() { return {"adam", "sgd"}; }
std::vector<std::string> epsilon_mode_names() { return {"torch", "keras"}; }
std::vector<std::string> init_names() { return {"torch", "keras"}; }

namespace {

/// Reads a field of text back; null where it is empty.
std::function<nlohmann::json(const config&)> text_of(std::string config::*field) {
  return [field](const config& c) {
    const std::string& value = c.*field;
    return value.empty() ? nlohmann::json(nullptr) : nlohmann::json(value);
  };
}

}  // namespace

option_spec choice(std::string config::*field, option_spec spec) {
  spec.type = "choice";
  spec.placeholder = "NAME";
  spec.set = [field, choices = spec.choices](config& c, const given& value) {
    c.*field = parse_choice(value, choices);
  };
  spec.get = text_of(field);
  return spec;
}

option_spec file(std::string config::*field, option_spec spec) {
  spec.type = "text";
  if (spec.placeholder.empty()) spec.placeholder = "FILE.npy";
  spec.set = [field](config& c, const given& value) {
    c.*field = parse_text(value, "the name of a file");
  };
  spec.get = text_of(field);
  return spec;
}

option_spec data_set(std::string config::*field, option_spec spec) {
  spec.type = "text";
  spec.placeholder = "DIR|synthetic[:N]";
  spec.set = [field](config& c, const given& value) { c.*field = parse_data(value); };
  spec.get = text_of(field);
  return spec;
}

option_spec widths(std::vector<std::size_t> config::*field, option_spec spec) {
  spec.type = "text";
  spec.placeholder = "W-W-...";
  spec.legal = "2 to 8 widths, each from 1 to 65536";
  spec.set = [field](config& c, const given& value) { c.*field = parse_widths(value); };
  spec.get = [field](const config& c) {
    return nlohmann::json(fmt::format("{}", fmt::join(c.*field, "-")));
  };
  return spec;
}

option_spec on_off(bool config::*field, option_spec spec) {
  spec.type = "switch";
  spec.standard = "false";
  spec.set = [field](config& c, const given& value) { c.*field = parse_switch(value); };
  spec.get = [field](const config& c) { return nlohmann::json(c.*field); };
  return spec;
}

}  // namespace dpscale
