// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "trainers/config/config.hpp"
#include "trainers/config/values.hpp"

namespace dpscale {

/// One option: how it is written, explained, read into a config and read back. The command line,
/// the environment, presets, --help, --describe and the record all go by this table.
struct option_spec {
  std::string name;  ///< without dashes in front
  std::string group;
  std::string type;           ///< switch, integer, number, choice, text
  std::string placeholder;    ///< in --help; empty for a switch
  std::string unit;           ///< empty where it has none
  std::string standard;       ///< the default as it would be written; empty: unset
  std::string standard_note;  ///< says the default where `standard` can't
  std::string help;
  std::string legal;  ///< the legal values in words; empty where the type says it
  std::vector<std::string> choices;
  std::function<void(config&, const given&)> set;
  std::function<nlohmann::json(const config&)> get;
};

/// The options of `program`, in the order of --help.
[[nodiscard]] std::vector<option_spec> option_table(const std::string& program);

/// The choices that this build can run; the others are named in --help and are `unsupported`.
[[nodiscard]] std::vector<std::string> runnable_strategies(const std::string& program);
[[nodiscard]] std::vector<std::string> runnable_launchers(const std::string& program);
[[nodiscard]] std::vector<std::string> runnable_backends();
[[nodiscard]] std::vector<std::string> runnable_precisions();

// Of these sets of options at most one may be given.
[[nodiscard]] const std::vector<std::vector<std::string>>& exclusive_options();

}  // namespace dpscale
