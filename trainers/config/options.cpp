// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "trainers/protocol/error.hpp"
#include "trainers/protocol/nearest.hpp"

namespace dpscale {

namespace {

[[noreturn]] void reject(const std::string& line) {
  throw protocol::error(protocol::exit_code::usage, line);
}

[[noreturn]] void reject_unknown(const std::string& argument,
                                 const std::vector<option_spec>& table) {
  if (argument.empty() || argument.front() != '-' ||
      argument.find_first_not_of('-') == std::string::npos) {
    reject(fmt::format("unexpected argument '{}'; options start with --, see --help", argument));
  }
  const std::string option = argument.substr(0, argument.find('='));
  const std::string name = option.substr(option.find_first_not_of('-'));
  std::vector<std::string> known{"help", "version", "describe"};
  for (const option_spec& spec : table) known.push_back(spec.name);
  reject(fmt::format("unknown option {}{}", option, protocol::suggestion(name, known)));
}

/// "--lr=" would take the next argument as its value.
void check_no_empty_value(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      reject(fmt::format("{} the value is missing; see --help", argument));
    }
  }
}

/// Each option at most once, and its value is no option.
void check_values(const CLI::App& app, const std::vector<option_spec>& table) {
  for (const option_spec& spec : table) {
    const std::string flag = "--" + spec.name;
    const std::vector<std::string>& texts = app.get_option(flag)->results();
    if (texts.size() > 1) reject(fmt::format("{}: given {} times", flag, texts.size()));
    if (spec.type != "switch" && !texts.empty() && texts.front().starts_with("--")) {
      reject(fmt::format("{}: the value is missing (before {}); see --help", flag, texts.front()));
    }
  }
}

/// Registers every option as a text; what it means is the table's affair. All results are kept, so
/// that they can be counted.
void register_options(CLI::App& app, const std::vector<option_spec>& table,
                      std::map<std::string, std::string>& texts) {
  for (const option_spec& spec : table) {
    const std::string flag = "--" + spec.name;
    CLI::Option* option =
        spec.type == "switch" ? app.add_flag(flag) : app.add_option(flag, texts[spec.name]);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
}

/// CLI11's fault in our words: with texts only, no option's value can be wrong but missing.
[[noreturn]] void reject_parse(const CLI::ParseError& fault) {
  const std::string text = fault.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&fault) != nullptr) {
    reject(fmt::format("{}: the value is missing; see --help", text.substr(0, text.find(':'))));
  }
  reject(fmt::format("{}; see --help", text));
}

}  // namespace

command_line read_command_line(const std::vector<option_spec>& table, int argc,
                               const char* const* argv) {
  check_no_empty_value(argc, argv);
  command_line line;
  CLI::App app;
  app.set_help_flag();
  app.add_flag("--help,-h", line.help);
  app.add_flag("--version", line.version);
  app.add_flag("--describe", line.describe);
  app.allow_extras();
  std::map<std::string, std::string> texts;
  register_options(app, table, texts);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& fault) {
    reject_parse(fault);
  }
  if (line.help || line.version || line.describe) return line;
  check_values(app, table);
  if (const auto extras = app.remaining(); !extras.empty()) reject_unknown(extras.front(), table);
  for (const option_spec& spec : table) {
    const std::vector<std::string>& values = app.get_option("--" + spec.name)->results();
    if (!values.empty()) line.flags[spec.name] = values.front();
  }
  return line;
}

}  // namespace dpscale
