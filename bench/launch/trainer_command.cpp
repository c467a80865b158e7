// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/trainer_command.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace dpscale::bench {

std::vector<std::string> trainer_command(const cell& value, const launch_settings& settings) {
  std::vector<std::string> line{value.program};
  const auto add = [&](const char* name, std::string text) {
    line.push_back(name);
    line.push_back(std::move(text));
  };
  const auto listed = settings.listed.find(value.program);
  const auto has = [&](const char* name) {
    return listed == settings.listed.end() || listed->second.contains(name);
  };
  if (value.work.preset.empty())
    add("--model", value.work.model);
  else
    add("--preset", value.work.preset);
  add("--devices", std::to_string(value.devices));
  if (!value.strategy.empty() && has("strategy")) add("--strategy", value.strategy);
  add("--global-batch", std::to_string(value.global_batch));
  if (!settings.data.empty()) add("--data", settings.data);
  add("--seed", std::to_string(settings.seed));
  line.push_back("--measure");
  add("--budget-seconds", fmt::format("{:.6g}", settings.budget_seconds));
  add("--deadline", fmt::format("{:.6g}", settings.deadline_seconds));
  for (const auto& [name, text] : value.options) {
    if (text == "false") continue;  // a switch that is off
    line.push_back("--" + name);
    if (text != "true") line.push_back(text);
  }
  if (has("quiet")) line.push_back("--quiet");
  return line;
}

std::string with_home(std::string text) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && (text == "~" || text.starts_with("~/"))) return home + text.substr(1);
  return text;
}

}  // namespace dpscale::bench
