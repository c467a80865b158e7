// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/sweep_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/json_file.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using protocol::error;
using protocol::exit_code;

// A plan lists a few axes; the bound is against files that are none.
constexpr std::uint64_t most_plan_bytes = std::uint64_t{1} << 20;

enum class kind { list, value, size, text };

/// A flag that sets a key of the plan.
struct plan_flag {
  const char* flag;
  const char* key;
  kind what;
  const char* type;
  const char* help;
};

constexpr std::array plan_flags{
    plan_flag{
        "--turns", "turns", kind::text, "auto|off",
        "Cells whose ratio is wanted are alive at once and take turns, where the trainers can "
        "(auto, the default), or each launch runs alone (off)"},
    plan_flag{"--interval-goal", "interval_goal", kind::value, "WIDTH",
              "Stop when the interval of every strong efficiency is this wide at most (default "
              "0.10, ten points)"},
    plan_flag{
        "--devices", "devices", kind::list, "LIST",
        "Device counts, or auto: powers of two up to the physical cores, and all (default auto)"},
    plan_flag{"--global-batch", "global_batch", kind::list, "LIST",
              "Samples a step, all devices together"},
    plan_flag{"--device-batch", "device_batch", kind::list, "LIST",
              "Samples a step, on each device"},
    plan_flag{"--preset", "preset", kind::list, "LIST",
              "Reference configurations (tf-mirrored, torch-simplenet)"},
    plan_flag{"--model", "model", kind::list, "LIST", "Layer widths (784-64-10)"},
    plan_flag{"--strategy", "strategy", kind::list, "LIST",
              "Strategies of train_multi (default mirrored)"},
    plan_flag{
        "--launches", "launches", kind::value, "R",
        "Launches of each cell, or first rounds of each group of cells that take turns (default 5; "
        "an interval takes 3)"},
    plan_flag{"--budget", "budget_seconds", kind::value, "SECONDS",
              "Measuring of the whole sweep, shared by its launches (default 120); start-up and "
              "warm-up come on top"},
    plan_flag{"--launch-budget", "launch_budget_seconds", kind::value, "SECONDS",
              "Measuring of each launch instead"},
    plan_flag{"--deadline", "deadline_seconds", kind::value, "SECONDS",
              "End a launch that takes longer (default 60 + 10 x its measuring)"},
    plan_flag{"--memory-limit", "memory_limit_bytes", kind::size, "SIZE",
              "Data memory of each process of a launch, as 512M or 8G, or none (default 90 % of "
              "the machine's)"},
    plan_flag{"--data", "data", kind::text, "DIR",
              "Folder with the four IDX files, or synthetic[:N] (default: the trainer's)"},
    plan_flag{"--seed", "seed", kind::value, "S",
              "Of the order of launches, and every launch's own (default 0)"}};

/// A whole number, else a decimal one, else the word itself, for the plan's checks to name.
json scalar(const std::string& word) {
  const char* end = word.data() + word.size();
  std::int64_t whole = 0;
  if (const auto [at, fault] = std::from_chars(word.data(), end, whole);
      fault == std::errc{} && at == end)
    return whole;
  double number = 0.0;
  if (const auto [at, fault] = std::from_chars(word.data(), end, number);
      fault == std::errc{} && at == end && std::isfinite(number))
    return number;
  return word;
}

json list_of(const std::string& text, bool as_text) {
  json items = json::array();
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, comma - start);
    items.push_back(as_text ? json(word) : scalar(word));
    start = comma + 1;
  }
  return items;
}

json value_of(const plan_flag& flag, const std::string& text) {
  switch (flag.what) {
    case kind::list:
      return list_of(text, false);
    case kind::value:
      return scalar(text);
    case kind::size:
      return memory_size(text);
    case kind::text:
      return text;
  }
  return text;
}

json read_plan_file(const std::string& path) {
  json document = protocol::read_json_file(path, most_plan_bytes, exit_code::usage);
  if (document.is_object()) return document;
  throw error(exit_code::bad_data, path + ": not a JSON object, as a plan is");
}

/// Sets options of the trainers in a plan's `axes`, each once.
class axis_setter {
 public:
  explicit axis_setter(json& document) : document_(document) {
    if (document.contains("axes") && !document["axes"].is_object())
      throw error(exit_code::usage, "plan: axes: not an object of option names and values");
  }

  void add(const std::string& name, json values) {
    if (const int times = ++given_[name]; times > 1)
      throw error(exit_code::usage, fmt::format("--{}: given {} times", name, times));
    document_["axes"][name] = std::move(values);
  }

  void add_axis(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw error(exit_code::usage, fmt::format("--axis {}: not of the form name=v1,v2", text));
    const auto start = text.find_first_not_of('-');
    add(text.substr(start, equals - start), list_of(text.substr(equals + 1), true));
  }

 private:
  json& document_;
  std::map<std::string, int> given_;
};

}  // namespace

json memory_size(const std::string& text) {
  if (text == "none") return text;
  std::uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [at, fault] = std::from_chars(text.data(), end, count);
  const std::string unit(at, end);
  const auto power = std::string("KMGT").find(unit);
  const bool known = unit.empty() || (unit.size() == 1 && power != std::string::npos);
  const unsigned shift = unit.empty() ? 0U : 10U * (static_cast<unsigned>(power) + 1U);
  if (fault != std::errc{} || !known || count > (std::uint64_t{1} << 62 >> shift))
    throw error(exit_code::usage,
                fmt::format("--memory-limit {}: not a size like 512M or 8G, nor none", text));
  return count << shift;
}

void add_sweep_options(CLI::App& command, sweep_options& options) {
  // Twice is a fault, which check_given_once tells in our words.
  command.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  for (const plan_flag& flag : plan_flags) {
    const char* key = flag.key;
    command
        .add_option_function<std::string>(
            flag.flag, [&options, key](const std::string& text) { options.settings[key] = text; },
            flag.help)
        ->type_name(flag.type);
  }
  command
      .add_option("--axis", options.axes,
                  "Any other option of the trainers and the values to try: name=v1,v2; repeatable. "
                  "One value for all cells is given as to the trainer: --lr 0.01")
      ->type_name("NAME=LIST")
      ->take_all();
  command.add_flag("--vary-seed", options.vary_seed,
                   "Give each launch of a cell its own seed: S, S+1, ...");
  command
      .add_option("--plan", options.plan_file,
                  "Read the plan from this JSON file; flags go before it")
      ->type_name("FILE");
  command
      .add_option("--output", options.output,
                  "The run's folder (default runs/ and the time); a sweep that was stopped goes on "
                  "in its own")
      ->type_name("DIR");
  command.add_flag(
      "--resume", options.resume,
      "Go on with the run in --output as it was planned; a plan that is given too must "
      "be the same");
  command
      .add_option("--trainers", options.trainers,
                  "Folder with train_single and train_multi (default: this program's)")
      ->type_name("DIR");
  command.add_flag("--dry-run", options.dry_run,
                   "Print the cells, the launches and the time they will take; run nothing");
}

std::vector<trainer_word> take_trainer_words(const CLI::App& command,
                                             std::vector<std::string>& words) {
  std::vector<trainer_word> found;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto equals = word.find('=');
    const std::string flag = word.substr(0, equals);
    if (flag.size() < 3 || !flag.starts_with("--")) {
      rest.push_back(word);
      continue;
    }
    if (equals != std::string::npos && equals + 1 == word.size())
      throw error(exit_code::usage, fmt::format("{}: the value is missing; see --help", flag));
    const bool follows =
        equals == std::string::npos && i + 1 < words.size() && !words[i + 1].starts_with("--");
    if (const CLI::Option* ours = command.get_option_no_throw(flag); ours != nullptr) {
      rest.push_back(word);
      if (follows && ours->get_items_expected_max() > 0) rest.push_back(words[++i]);
    } else if (equals != std::string::npos) {
      found.push_back({flag.substr(2), word.substr(equals + 1)});
    } else {
      found.push_back({flag.substr(2), follows ? words[++i] : "true"});
    }
  }
  words = std::move(rest);
  return found;
}

void check_given_once(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (name != "--axis" && option->count() > 1)
      throw error(exit_code::usage, fmt::format("{}: given {} times", name, option->count()));
  }
}

std::vector<std::string> sweep_option_names() {
  CLI::App command;
  sweep_options unused;
  add_sweep_options(command, unused);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    names.push_back(option->get_name().substr(2));
  return names;
}

json plan_document(const sweep_options& options) {
  json document = options.plan_file.empty() ? json::object() : read_plan_file(options.plan_file);
  for (const plan_flag& flag : plan_flags)
    if (const auto found = options.settings.find(flag.key); found != options.settings.end())
      document[flag.key] = value_of(flag, found->second);
  axis_setter axes(document);
  for (const std::string& axis : options.axes) axes.add_axis(axis);
  for (const auto& [name, value] : options.trainer_words) axes.add(name, json::array({value}));
  if (options.vary_seed) document["vary_seed"] = true;
  return document;
}

}  // namespace dpscale::bench
