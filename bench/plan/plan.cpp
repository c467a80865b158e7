// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "bench/plan/names.hpp"
#include "bench/plan/stored_text.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

constexpr const char* schema_name = "dpscale.plan/1";
constexpr std::array known_keys{"schema",
                                "preset",
                                "model",
                                "strategy",
                                "devices",
                                "axes",
                                "global_batch",
                                "launches",
                                "device_batch",
                                "budget_seconds",
                                "vary_seed",
                                "data",
                                "seed",
                                "deadline_seconds",
                                "launch_budget_seconds",
                                "memory_limit_bytes",
                                "turns",
                                "interval_goal"};
/// Options of the trainers that are no axis, and why.
constexpr std::array<std::pair<const char*, const char*>, 19> reserved_options{
    {{"devices", "the sweep sets it itself, from `devices`"},
     {"global-batch", "the sweep sets it itself, from `global_batch` and `device_batch`"},
     {"device-batch", "the sweep sets it itself, from `global_batch` and `device_batch`"},
     {"preset", "the sweep sets it itself, from `preset`"},
     {"model", "the sweep sets it itself, from `model`"},
     {"strategy", "the sweep sets it itself, from `strategy`"},
     {"data", "the sweep sets it itself, from `data`"},
     {"seed", "the sweep sets it itself, from `seed` and `vary_seed`"},
     {"deadline", "the sweep sets it itself, from `deadline_seconds`"},
     {"budget-seconds", "the sweep sets it itself, from --budget or --launch-budget"},
     {"record", "the sweep sets it itself: each launch writes into the run's folder"},
     {"measure", "the sweep sets it itself: every launch measures"},
     {"epochs", "every launch measures, which ends it"},
     {"steps", "every launch measures, which ends it"},
     {"quiet", "the sweep sets it itself: what launches print isn't kept"},
     {"turns", "the harness holds its other end"},
     {"help", "it would run nothing"},
     {"version", "it would run nothing"},
     {"describe", "it would run nothing"}}};

[[noreturn]] void reject(const std::string& path, const std::string& why) {
  throw protocol::error(
      protocol::exit_code::usage,
      fmt::format("plan: {}: {} (dpscale sweep --help lists what is known)", path, why));
}

std::int64_t whole(const json& value, const std::string& path, std::int64_t least,
                   std::int64_t most) {
  const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() >> 63 != 0;
  if (!value.is_number_integer() || too_large)
    reject(path, value.dump() + " is no whole number in range");
  const auto number = value.get<std::int64_t>();
  if (number < least || number > most)
    reject(path, fmt::format("{} is not within {} to {}", number, least, most));
  return number;
}

double seconds(const json& value, const std::string& path) {
  if (!value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() <= 0.0 ||
      value.get<double>() > 1e8)
    reject(path, value.dump() + " is no number of seconds above 0 and below 1e8");
  return value.get<double>();
}

std::string word(const json& value, const std::string& path, bool (*legal)(std::string_view),
                 const char* what) {
  if (!value.is_string() || !legal(value.get<std::string>()))
    reject(path, fmt::format("{} is no {}", value.dump(), what));
  return value.get<std::string>();
}

/// Calls `read(element, path)` for each element under `key`; a lone value is a list of one.
template <class F>
void for_each_of(const json& document, const char* key, F&& read) {
  if (!document.contains(key)) return;
  const json& list = document.at(key);
  if (!list.is_array()) return read(list, key);
  if (list.empty()) reject(key, "the list is empty");
  for (std::size_t i = 0; i < list.size(); ++i) read(list[i], fmt::format("{}[{}]", key, i));
}

template <class T>
void sort_unique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

template <class T>
void add_once(std::vector<T>& values, T value) {
  if (std::find(values.begin(), values.end(), value) == values.end())
    values.push_back(std::move(value));
}

void read_workloads(const json& document, plan& result) {
  std::vector<std::string> presets, models;
  for_each_of(document, "preset", [&](const json& value, const std::string& path) {
    add_once(presets, word(value, path, is_preset_name, "preset's name"));
  });
  for_each_of(document, "model", [&](const json& value, const std::string& path) {
    add_once(models, word(value, path, is_model, "list of widths (784-64-10)"));
  });
  for (std::string& name : presets) result.workloads.push_back({std::move(name), ""});
  for (std::string& widths : models) result.workloads.push_back({"", std::move(widths)});
  if (result.workloads.empty()) reject("preset", "nothing to train: name a preset or a model");
}

void read_sizes(const json& document, int cores, plan& result) {
  for_each_of(document, "strategy", [&](const json& value, const std::string& path) {
    add_once(result.strategies, word(value, path, is_option_name, "strategy's name"));
  });
  result.default_strategy = result.strategies.empty();
  if (result.default_strategy) result.strategies = {"mirrored"};
  for_each_of(document, "devices", [&](const json& value, const std::string& path) {
    if (value == "auto") {
      for (const int count : automatic_devices(cores)) result.devices.push_back(count);
    } else {
      result.devices.push_back(static_cast<int>(whole(value, path, 1, 65536)));
    }
  });
  if (result.devices.empty()) result.devices = automatic_devices(cores);
  const auto batches = [&](const char* key, std::vector<std::int64_t>& into) {
    for_each_of(document, key, [&](const json& value, const std::string& path) {
      into.push_back(whole(value, path, 1, std::int64_t{1} << 31));
    });
    sort_unique(into);
  };
  sort_unique(result.devices);
  batches("global_batch", result.global_batches);
  batches("device_batch", result.device_batches);
  if (result.global_batches.empty() && result.device_batches.empty())
    reject("global_batch", "no batch: give global_batch, device_batch or both");
}

std::string axis_value(const json& value, const std::string& path) {
  if (value.is_string() && !value.get<std::string>().empty()) return value.get<std::string>();
  if (!value.is_number() && !value.is_boolean())
    reject(path, value.dump() + " is no option's value");
  return value.dump();
}

void read_axes(const json& document, plan& result) {
  if (!document.contains("axes")) return;
  const json& axes = document.at("axes");
  if (!axes.is_object()) reject("axes", "not an object of option names and values");
  for (const auto& [key, list] : axes.items()) {
    const std::string path = "axes." + key;
    if (!is_option_name(key)) reject(path, "no option's name");
    for (const auto& [name, why] : reserved_options)
      if (key == name) reject(path, fmt::format("no option to give: {}", why));
    auto& values = result.axes[key];
    for_each_of(axes, key.c_str(), [&](const json& value, const std::string& where) {
      add_once(values, axis_value(value, "axes." + where));
    });
  }
}

void read_controls(const json& document, std::uint64_t memory_bytes, plan& result) {
  const auto has = [&](const char* key) {
    return document.contains(key) && !document.at(key).is_null();
  };
  if (has("launches"))
    result.launches = static_cast<int>(whole(document["launches"], "launches", 1, 10000));
  if (has("budget_seconds"))
    result.budget_seconds = seconds(document["budget_seconds"], "budget_seconds");
  for (const auto& [key, into] : {std::pair{"launch_budget_seconds", &result.launch_budget_seconds},
                                  std::pair{"deadline_seconds", &result.deadline_seconds}})
    if (has(key)) *into = seconds(document[key], key);
  if (has("seed"))
    result.seed = static_cast<std::uint64_t>(whole(document["seed"], "seed", 0, INT64_MAX));
  if (has("vary_seed")) {
    if (!document["vary_seed"].is_boolean()) reject("vary_seed", "neither true nor false");
    result.vary_seed = document["vary_seed"].get<bool>();
  }
  if (has("data")) {
    if (!document["data"].is_string()) reject("data", "no folder's name");
    result.data = document["data"].get<std::string>();
  }
  if (has("turns")) {
    if (document["turns"] != "auto" && document["turns"] != "off")
      reject("turns", document["turns"].dump() + " is neither \"auto\" nor \"off\"");
    result.turns = document["turns"] == "auto";
  }
  if (has("interval_goal")) {
    const json& goal = document["interval_goal"];
    if (!goal.is_number() || !(goal.get<double>() > 0.0) || goal.get<double>() > 1.0)
      reject("interval_goal", goal.dump() + " is no number above 0, at most 1 (0.10: ten points)");
    result.interval_goal = goal.get<double>();
  }
  if (memory_bytes > 0) result.memory_limit_bytes = memory_bytes;
  if (!has("memory_limit_bytes")) return;
  const json& limit = document["memory_limit_bytes"];
  result.memory_limit_bytes.reset();
  if (limit != "none")
    result.memory_limit_bytes = static_cast<std::uint64_t>(
        whole(limit, "memory_limit_bytes", std::int64_t{1} << 20, std::int64_t{1} << 60));
}

}  // namespace

std::vector<int> automatic_devices(int cores) {
  std::vector<int> counts;
  for (int count = 1; count < cores; count *= 2) counts.push_back(count);
  counts.push_back(std::max(cores, 1));
  return counts;
}

plan parse_plan(const json& document, int cores, std::uint64_t memory_bytes) {
  if (!document.is_object()) reject("(top)", "not a JSON object");
  for (const auto& [key, value] : document.items()) {
    if (std::find(known_keys.begin(), known_keys.end(), std::string_view(key)) == known_keys.end())
      reject(key, "unknown key");
    if (!is_utf8(value)) reject(key, "not UTF-8, so no run's file could hold it");
  }
  if (document.contains("schema") && document["schema"] != schema_name)
    reject("schema", fmt::format("{} is not \"{}\"", document["schema"].dump(), schema_name));
  plan result;
  read_workloads(document, result);
  read_sizes(document, cores, result);
  read_axes(document, result);
  read_controls(document, memory_bytes, result);
  return result;
}

json to_json(const plan& value) {
  json presets = json::array(), models = json::array();
  for (const workload& work : value.workloads)
    (work.preset.empty() ? models : presets).push_back(work.name());
  json document{{"schema", schema_name},
                {"strategy", value.strategies},
                {"devices", value.devices},
                {"axes", json(value.axes)},
                {"launches", value.launches},
                {"budget_seconds", value.budget_seconds},
                {"seed", value.seed},
                {"vary_seed", value.vary_seed},
                {"turns", value.turns ? "auto" : "off"},
                {"interval_goal", value.interval_goal}};
  const auto list = [&](const char* key, const json& items) {
    if (!items.empty()) document[key] = items;
  };
  list("preset", presets);
  list("model", models);
  list("global_batch", value.global_batches);
  list("device_batch", value.device_batches);
  const auto number = [](const auto& field) { return field ? json(*field) : json(nullptr); };
  document["launch_budget_seconds"] = number(value.launch_budget_seconds);
  document["deadline_seconds"] = number(value.deadline_seconds);
  document["data"] = value.data.empty() ? json(nullptr) : json(value.data);
  document["memory_limit_bytes"] =
      value.memory_limit_bytes ? json(*value.memory_limit_bytes) : json("none");
  return document;
}

}  // namespace dpscale::bench
