// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/trainer_description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/launch/outcome.hpp"
#include "bench/launch/process.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using protocol::error;
using protocol::exit_code;

std::string plain_name(std::string name) {
  name.erase(0, name.find_first_not_of('-'));
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::set<std::string> names_in(const json& document, const char* key) {
  std::set<std::string> names;
  if (!document.contains(key)) return names;
  const json& list = document.at(key);
  if (list.is_object())
    for (const auto& [name, value] : list.items()) names.insert(plain_name(name));
  if (list.is_array())
    for (const json& item : list) {
      if (item.is_string()) names.insert(plain_name(item.get<std::string>()));
      if (item.is_object() && item.contains("name") && item["name"].is_string())
        names.insert(plain_name(item["name"].get<std::string>()));
    }
  return names;
}

void check_known(const std::string& name, const std::set<std::string>& known, const char* what) {
  if (known.empty() || known.contains(name)) return;
  throw error(exit_code::usage, fmt::format("plan: the trainer has no {} '{}'; it has: {}", what,
                                            name, fmt::join(known, ", ")));
}

}  // namespace

trainer_description parse_description(const std::string& text, const std::string& trainer) {
  const json document = json::parse(text, nullptr, false);
  if (!document.is_object())
    throw error(exit_code::unsupported,
                trainer + ": --describe printed no JSON object; is this a dpscale trainer?");
  trainer_description result;
  const auto word = [&](const char* key) {
    return document.contains(key) && document[key].is_string() ? document[key].get<std::string>()
                                                               : "";
  };
  result.name = word("name");
  result.version = word("version");
  result.options = names_in(document, "options");
  result.strategies = names_in(document, "strategies");
  result.presets = names_in(document, "presets");
  return result;
}

trainer_description describe(const std::filesystem::path& program, signal_inbox& inbox) {
  if (!std::filesystem::exists(program))
    throw error(
        exit_code::unsupported,
        program.string() + ": no such trainer; build it, or name its folder with --trainers");
  process_request request;
  request.arguments = {program.string(), "--describe"};
  request.keep_output = true;
  const process_result result = run_process(request, inbox);
  if (result.interrupted) throw error(exit_code::interrupted, "interrupted");
  if (result.exit_code != 0)
    throw error(exit_code::unsupported,
                fmt::format("{} --describe failed: {}", program.string(),
                            classify(result, {}, request.limit_seconds).reason));
  return parse_description(result.output, program.string());
}

void check_against(const plan& value, const trainer_description& multi) {
  for (const std::string& strategy : value.strategies)
    check_known(strategy, multi.strategies, "strategy");
  for (const workload& work : value.workloads)
    if (!work.preset.empty()) check_known(work.preset, multi.presets, "preset");
  for (const auto& [name, values] : value.axes) check_known(name, multi.options, "option");
}

}  // namespace dpscale::bench
