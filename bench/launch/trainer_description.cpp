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
#include "trainers/protocol/files/json_file.hpp"
#include "trainers/protocol/nearest.hpp"

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

/// Names under `key`, each with its type where the list tells it.
std::map<std::string, std::string> names_in(const json& document, const char* key) {
  std::map<std::string, std::string> names;
  if (!document.contains(key)) return names;
  const auto word = [](const json& item, const char* field) {
    const auto found = item.is_object() ? item.find(field) : item.end();
    return found != item.end() && found->is_string() ? found->get<std::string>() : "";
  };
  const json& list = document.at(key);
  if (list.is_object())
    for (const auto& [name, value] : list.items()) names[plain_name(name)] = word(value, "type");
  if (list.is_array())
    for (const json& item : list) {
      const std::string name = item.is_string() ? item.get<std::string>() : word(item, "name");
      if (!name.empty()) names[plain_name(name)] = word(item, "type");
    }
  return names;
}

std::set<std::string> keys_of(const std::map<std::string, std::string>& names) {
  std::set<std::string> keys;
  for (const auto& [name, type] : names) keys.insert(name);
  return keys;
}

[[noreturn]] void refuse(const trainer_description& trainer, const std::string& why) {
  throw error(exit_code::usage, trainer.program + ": " + why);
}

void check_known(const trainer_description& trainer, const std::string& name,
                 const std::set<std::string>& known, const char* what) {
  if (known.empty() || known.contains(name)) return;
  refuse(trainer,
         fmt::format("the trainer has no {} '{}'; it has: {}", what, name, fmt::join(known, ", ")));
}

/// What the sweep hands to every launch (bench/launch/trainer_command.cpp).
void check_core(const plan& value, const trainer_description& trainer) {
  std::vector<std::string> needed{"devices",        "global-batch", "seed",  "measure",
                                  "budget-seconds", "deadline",     "record"};
  if (!value.data.empty()) needed.emplace_back("data");
  for (const std::string& name : needed)
    if (!trainer.options.contains(name))
      refuse(trainer, fmt::format("--describe doesn't list --{}, which a sweep hands to every "
                                  "trainer; add it to the trainer",
                                  name));
}

void check_workloads(const plan& value, const trainer_description& trainer) {
  for (const workload& work : value.workloads) {
    const bool preset = !work.preset.empty();
    if (!trainer.options.contains(preset ? "preset" : "model"))
      refuse(trainer, preset ? fmt::format("the trainer has no --preset, so not '{}'; name the "
                                           "layers' widths instead: --model 784-64-10",
                                           work.preset)
                             : fmt::format("the trainer has no --model, so not '{}'; name a "
                                           "--preset instead",
                                           work.model));
    if (preset) check_known(trainer, work.preset, trainer.presets, "preset");
  }
}

void check_strategies(const plan& value, const trainer_description& multi) {
  const bool has_any = multi.options.contains("strategy");
  for (const std::string& strategy : value.strategies) {
    if (!has_any && strategy != trainers_own)
      refuse(multi,
             fmt::format("the trainer has no --strategy, so not '{}'; leave it out", strategy));
    if (has_any) check_known(multi, strategy, multi.strategies, "strategy");
  }
}

/// Of an option whose type is known: a switch is on or off, and nothing else is.
void check_form(const std::string& name, const std::string& type,
                const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    const bool on_or_off = value == "true" || value == "false";
    if (type == "switch" && !on_or_off)
      throw error(exit_code::usage,
                  fmt::format("--{}: a switch takes no value ('{}'); leave it out", name, value));
    if (!type.empty() && type != "switch" && on_or_off)
      throw error(exit_code::usage, fmt::format("--{}: the value is missing; see --help", name));
  }
}

}  // namespace

trainer_description parse_description(const std::string& text, const std::string& trainer) {
  const std::string where = trainer + ": what --describe printed";
  const json document = protocol::parse_json(text, where, exit_code::unsupported);
  const auto word = [&](const char* key) {
    return document.contains(key) && document[key].is_string() ? document[key].get<std::string>()
                                                               : "";
  };
  trainer_description result;
  if (document.is_object()) result.types = names_in(document, "options");
  result.options = keys_of(result.types);
  if (result.options.empty())
    throw error(exit_code::unsupported,
                where + " is no JSON object with a list 'options'; is this a dpscale trainer?");
  result.program = trainer;
  result.name = word("name");
  result.version = word("version");
  result.strategies = keys_of(names_in(document, "strategies"));
  result.presets = keys_of(names_in(document, "presets"));
  return result;
}

trainer_description describe(const std::filesystem::path& program, signal_inbox& inbox) {
  std::error_code ignored;
  if (!std::filesystem::exists(program, ignored))
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
  if (result.output.size() >= kept_output_bytes)
    throw error(exit_code::unsupported,
                fmt::format("{}: --describe printed more than {} bytes; is this a dpscale trainer?",
                            program.string(), kept_output_bytes));
  return parse_description(result.output, program.string());
}

void settle_strategy(plan& value, const trainer_description& multi) {
  if (!value.default_strategy) return;
  const auto& known = multi.strategies;
  if (!multi.options.contains("strategy"))
    value.strategies = {trainers_own};
  else if (known.size() == 1)
    value.strategies = {*known.begin()};
  else if (!known.empty() && !known.contains(value.strategies.front()))
    refuse(multi, fmt::format("the trainer has several strategies; name one with --strategy: {}",
                              fmt::join(known, ", ")));
}

void check_against(const plan& value, const trainer_pair& trainers,
                   const std::vector<std::string>& listed_elsewhere) {
  const trainer_description& multi = trainers.multi;
  for (const trainer_description* trainer : {&multi, &trainers.single}) {
    check_core(value, *trainer);
    check_workloads(value, *trainer);
  }
  check_strategies(value, multi);
  for (const auto& [name, values] : value.axes) {
    if (!multi.options.contains(name)) {
      std::vector<std::string> known = listed_elsewhere;
      known.insert(known.end(), multi.options.begin(), multi.options.end());
      throw error(exit_code::usage,
                  fmt::format("--{}: neither an option of dpscale sweep nor of the trainer {}{}",
                              name, multi.program, protocol::suggestion(name, known)));
    }
    check_form(name, multi.types.at(name), values);
  }
}

}  // namespace dpscale::bench
