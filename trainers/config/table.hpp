// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "trainers/config/config.hpp"
#include "trainers/config/surroundings.hpp"
#include "trainers/config/values.hpp"

namespace dpscale {

/// A variable of another program's environment whose presence means `value`.
struct implication {
  std::string variable, value;
};

/// One option: how it is written, explained, read into a config and read back, and the rules it is
/// under. The command line, the environment, presets, --help, --describe, the checks and the record
/// all go by this table.
struct option_spec {
  std::string name;                    ///< without dashes in front
  std::string placeholder{};           ///< in --help; empty for a switch
  std::string unit{};                  ///< empty where it has none
  std::string standard{};              ///< the default as it would be written; empty: unset
  std::vector<std::string> choices{};  ///< legal words; empty where it isn't a choice
  std::vector<std::string> runs{};     ///< of those, what this build can do; empty: all
  std::string help{};

  /// The default where it depends on the machine, and the words that say so.
  std::function<std::string(const surroundings&)> standard_here{};
  std::string standard_note{};
  /// Where neither flag nor own variable gives a value; the last one set counts.
  std::vector<implication> implied{};
  /// Options that a value of this one sets, as they would be written.
  std::function<std::map<std::string, std::string>(const std::string& value)> expands{};
  /// Options with the same words here exclude each other.
  std::string one_of{};
  /// Why the option would have no effect in `config`; null where it has one.
  const char* (*idle)(const config&) = nullptr;
  bool output = false;  ///< names a file that is written

  // From here on filled in by section::add and the functions of fields.hpp.
  std::string group{};
  std::string type{};   ///< switch, integer, number, choice, text
  std::string legal{};  ///< the legal values in words; empty where the type says it
  std::function<void(config&, const given&)> set{};
  std::function<nlohmann::json(const config&)> get{};
};

/// The options of `program`, in the order of --help.
[[nodiscard]] std::vector<option_spec> option_table(const std::string& program);

/// What this build can run of each, as --describe tells the harness.
[[nodiscard]] std::vector<std::string> runnable_strategies(const std::string& program);
[[nodiscard]] std::vector<std::string> runnable_launchers(const std::string& program);
[[nodiscard]] std::vector<std::string> runnable_backends();
[[nodiscard]] std::vector<std::string> runnable_precisions();

}  // namespace dpscale
