// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trainers/config/checks.hpp"
#include "trainers/config/options.hpp"
#include "trainers/config/table.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/output_file.hpp"
#include "trainers/protocol/host/build_info.hpp"
#include "trainers/protocol/record.hpp"

namespace dpscale {

namespace {

using protocol::error;
using protocol::exit_code;

/// DPSCALE_GLOBAL_BATCH for global-batch.
std::string variable_name(const std::string& option) {
  std::string name = "DPSCALE_" + option;
  for (char& c : name) {
    if (c == '-') c = '_';
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return name;
}

option_layer flag_layer(const command_line& line) {
  option_layer layer{"flag", {}};
  for (const auto& [name, text] : line.flags) layer.values[name] = {text, "--" + name};
  return layer;
}

option_layer environment_layer(const std::vector<option_spec>& table, const surroundings& around) {
  option_layer layer{"environment", {}};
  for (const option_spec& spec : table) {
    const std::string variable = variable_name(spec.name);
    const char* text = around.variable(variable.c_str());
    if (text != nullptr && *text != '\0') layer.values[spec.name] = {text, variable};
    if (layer.values.contains(spec.name)) continue;
    for (const auto& [other, value] : spec.implied) {
      if (around.variable(other.c_str()) != nullptr) layer.values[spec.name] = {value, other, true};
    }
  }
  return layer;
}

/// What the options of `above` (highest layer first) expand to.
option_layer preset_layer(const std::vector<option_spec>& table,
                          const std::vector<option_layer>& above) {
  option_layer layer{"preset", {}};
  for (const option_spec& spec : table) {
    if (!spec.expands) continue;
    const auto has = [&spec](const option_layer& from) { return from.values.contains(spec.name); };
    const auto from = std::ranges::find_if(above, has);
    if (from == above.end()) continue;
    const std::string word = parse_choice(from->values.at(spec.name), spec.choices);
    for (const auto& [name, text] : spec.expands(word)) {
      layer.values[name] = {text, spec.name + ' ' + word};
    }
  }
  return layer;
}

option_layer default_layer(const std::vector<option_spec>& table, const surroundings& around) {
  option_layer layer{"default", {}};
  for (const option_spec& spec : table) {
    const std::string text = spec.standard_here ? spec.standard_here(around) : spec.standard;
    if (!text.empty()) layer.values[spec.name] = {text, "default"};
  }
  return layer;
}

/// Where a value comes from: the first layer that has it.
void apply(config& c, const std::vector<option_spec>& table,
           const std::vector<option_layer>& layers) {
  for (const option_spec& spec : table) {
    c.source[spec.name] = "default";
    for (const option_layer& layer : layers) {
      const auto found = layer.values.find(spec.name);
      if (found == layer.values.end()) continue;
      spec.set(c, found->second);
      c.source[spec.name] = layer.source;
      break;
    }
  }
}

/// Values that follow from others.
void derive(config& c) {
  c.backend = "cpu";  // `auto` resolved; check_supported has seen what was asked for
  const auto devices = static_cast<std::size_t>(c.devices);
  if (c.device_batch) {
    c.global_batch = *c.device_batch * devices;
    c.source["global-batch"] = "derived";
  } else if (c.global_batch % devices == 0) {
    c.source["device-batch"] = "derived";
  }
  if (c.record == "-" && !c.quiet) {
    c.quiet = true;
    c.source["quiet"] = "derived";
  }
}

config settle(const std::string& program, const std::vector<option_spec>& table,
              const command_line& line, const surroundings& around) {
  config c;
  c.program = program;
  std::vector<option_layer> layers{flag_layer(line), environment_layer(table, around)};
  layers.push_back(preset_layer(table, layers));
  layers.push_back(default_layer(table, around));
  keep_one_of_each_set(table, layers);
  apply(c, table, layers);
  check_conflicts(c, table, layers.front());
  check_devices(c, around.cores);
  check_quota(c, around.quota);
  try {
    check_supported(c, table, layers[1]);
  } catch (const error& e) {
    if (!c.record.empty()) {
      protocol::write_record(protocol::failed_record(program, e.code(), e.what()), c.record);
    }
    throw;
  }
  derive(c);
  return c;
}

}  // namespace

parse_result parse_config(const std::string& program, int argc, const char* const* argv,
                          const surroundings& around) {
  const std::vector<option_spec> table = option_table(program);
  const command_line line = read_command_line(table, argc, argv);
  std::string answer;
  if (line.help) {
    answer = help_text(program);
  } else if (line.version) {
    answer = protocol::version_line(program) + '\n';
  } else if (line.describe) {
    answer = describe_json(program).dump(2) + '\n';
  }
  if (answer.empty()) return {std::nullopt, settle(program, table, line, around)};
  protocol::write_output("-", answer);
  return {exit_code::ok, {}};
}

}  // namespace dpscale
