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

nlohmann::json text_or_null(const std::string& value) {
  return value.empty() ? nlohmann::json(nullptr) : nlohmann::json(value);
}

}  // namespace

option_spec choice(const std::string& group, const char* name, std::string config::*field,
                   const char* standard, std::vector<std::string> choices, const char* help) {
  option_spec spec{name, group, "choice", "NAME", "", standard, "", help, "", choices, {}, {}};
  spec.set = [field, choices](config& c, const given& value) {
    c.*field = parse_choice(value, choices);
  };
  spec.get = [field](const config& c) { return text_or_null(c.*field); };
  return spec;
}

option_spec text(const std::string& group, const char* name, const char* placeholder,
                 std::string config::*field, const char* help) {
  option_spec spec{name, group, "text", placeholder, "", "", "", help, "", {}, {}, {}};
  if (spec.name == "data") {
    spec.standard_note = "the system's Fashion-MNIST where it has one, else synthetic";
    spec.set = [field](config& c, const given& value) { c.*field = parse_data(value); };
  } else {
    spec.set = [field](config& c, const given& value) {
      c.*field = parse_text(value, "the name of a file");
    };
  }
  spec.get = [field](const config& c) { return text_or_null(c.*field); };
  return spec;
}

option_spec text(const std::string& group, const char* name, const char* placeholder,
                 std::vector<std::size_t> config::*field, const char* help) {
  option_spec spec{name, group, "text", placeholder, "", "784-256-128-10",
                   "",   help,  "",     {},          {}, {}};
  spec.legal = "2 to 8 widths, each from 1 to 65536";
  spec.set = [field](config& c, const given& value) { c.*field = parse_widths(value); };
  spec.get = [field](const config& c) {
    return nlohmann::json(fmt::format("{}", fmt::join(c.*field, "-")));
  };
  return spec;
}

option_spec on_off(const std::string& group, const char* name, bool config::*field,
                   const char* help) {
  option_spec spec{name, group, "switch", "", "", "false", "", help, "", {}, {}, {}};
  spec.set = [field](config& c, const given& value) { c.*field = parse_switch(value); };
  spec.get = [field](const config& c) { return nlohmann::json(c.*field); };
  return spec;
}

}  // namespace dpscale
