// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "trainers/config/parse.hpp"
#include "trainers/config/presets.hpp"
#include "trainers/config/table.hpp"
#include "trainers/protocol/files/paths.hpp"
#include "trainers/protocol/host/build_info.hpp"

namespace dpscale {

namespace {

using nlohmann::json;

constexpr std::size_t text_column = 30;
constexpr std::size_t last_column = 100;

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

/// The default as a value of its type.
json default_of(const option_spec& spec) {
  if (spec.standard.empty()) return nullptr;
  const bool quoted = spec.type == "choice" || spec.type == "text";
  return quoted ? json(spec.standard) : json::parse(spec.standard);
}

json describe_option(const option_spec& spec) {
  json option = {{"name", spec.name},
                 {"type", spec.type},
                 {"unit", text_or_null(spec.unit)},
                 {"default", default_of(spec)},
                 {"legal", text_or_null(spec.legal)},
                 {"help", spec.help}};
  if (!spec.choices.empty()) option["choices"] = spec.choices;
  return option;
}

/// "[samples; 1 to 2147483648; default 64]"
std::string facts_of(const option_spec& spec) {
  std::vector<std::string> facts;
  if (!spec.unit.empty()) facts.push_back(spec.unit);
  if (!spec.legal.empty()) facts.push_back(spec.legal);
  if (!spec.choices.empty()) facts.push_back(fmt::format("{}", fmt::join(spec.choices, " | ")));
  if (!spec.standard_note.empty()) {
    facts.push_back("default " + spec.standard_note);
  } else if (spec.type == "switch") {
    facts.emplace_back("default off");
  } else {
    facts.push_back(spec.standard.empty() ? "default none" : "default " + spec.standard);
  }
  return fmt::format("[{}]", fmt::join(facts, "; "));
}

/// `text` from text_column on, broken at blanks.
std::string wrapped(const std::string& head, std::string text) {
  std::string lines = head;
  const std::size_t width = last_column - text_column;
  bool fresh = head.size() < text_column;
  if (fresh) lines.append(text_column - head.size(), ' ');
  while (!text.empty()) {
    if (!fresh) lines.append(1, '\n').append(text_column, ' ');
    std::size_t cut = text.size() <= width ? text.size() : text.rfind(' ', width);
    if (cut == std::string::npos) cut = text.size();
    lines += text.substr(0, cut);
    text.erase(0, std::min(text.size(), cut + 1));
    fresh = false;
  }
  return lines + '\n';
}

std::string help_line(const option_spec& spec) {
  std::string head = "  --" + spec.name;
  if (!spec.placeholder.empty()) head += ' ' + spec.placeholder;
  return wrapped(head, spec.help + ' ' + facts_of(spec));
}

}  // namespace

json config_json(const config& c) {
  json options = json::object();
  for (const option_spec& spec : option_table(c.program)) {
    std::string key = spec.name;
    std::replace(key.begin(), key.end(), '-', '_');
    const auto source = c.source.find(spec.name);
    options[key] = {{"value", spec.get(c)},
                    {"source", source == c.source.end() ? "default" : source->second}};
  }
  const auto devices = static_cast<std::size_t>(c.devices);
  if (!c.device_batch && c.global_batch % devices == 0) {
    options["device_batch"]["value"] = c.global_batch / devices;
  }
  protocol::remove_home(options);
  return options;
}

json describe_json(const std::string& program) {
  json options = json::array();
  for (const option_spec& spec : option_table(program)) options.push_back(describe_option(spec));
  return {{"schema", "dpscale.trainer/1"},
          {"name", program},
          {"version", protocol::build().version},
          {"options", options},
          {"strategies", runnable_strategies(program)},
          {"launchers", runnable_launchers(program)},
          {"backends", runnable_backends()},
          {"precisions", runnable_precisions()},
          {"presets", preset_names()}};
}

std::string help_text(const std::string& program) {
  const bool multi = program == "train_multi";
  std::string text = fmt::format(
      "usage: {} [options]\n\nTrains an MLP on {}; --record writes a JSON record of the run.\n"
      "A value comes from its option, else from the environment (DPSCALE_LR for --lr), else from\n"
      "the preset, else it is the default.\n",
      program, multi ? "several devices, synchronously" : "one device");
  std::string group;
  for (const option_spec& spec : option_table(program)) {
    if (spec.group != group) text += fmt::format("\n{}\n", group = spec.group);
    text += help_line(spec);
  }
  text += "\nAbout this program\n";
  text += wrapped("  --help", "this text, and exit");
  text += wrapped("  --version", "version and build, and exit");
  text += wrapped("  --describe", "the same facts as JSON, for the harness, and exit");
  text +=
      "\nExit codes: 0 ok, 2 usage, 3 wrong result, 4 out of memory, 5 communication failure,\n"
      "6 unsupported here, 7 bad data, 8 output could not be written, 124 deadline, "
      "130 interrupted.\n";
  return text;
}

}  // namespace dpscale
