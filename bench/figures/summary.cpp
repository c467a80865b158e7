// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/figures/derived.hpp"
#include "bench/figures/turns/group_section.hpp"
#include "bench/launch/outcome.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/figure.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

/// Layer widths of a record's configuration as "784-64-10"; null where it does not say.
json model_in(const json& record) {
  const json::json_pointer path("/config/options/model/value");
  if (!record.contains(path)) return nullptr;
  const json& value = record[path];
  if (value.is_string()) return value;
  if (value.is_array())
    return fmt::format("{}", fmt::join(value.get<std::vector<std::int64_t>>(), "-"));
  return nullptr;
}

/// The model of each workload, which for a preset only a trainer can tell.
std::map<std::string, json> models_of(const std::vector<cell_result>& results) {
  std::map<std::string, json> models;
  for (const cell_result& result : results) {
    const workload& work = result.configuration.work;
    json& model = models[work.name()];
    if (!work.model.empty()) model = work.model;
    for (const json& record : result.ok)
      if (model.is_null()) model = model_in(record);
  }
  return models;
}

json key_of(const cell& c, const json& model) {
  const auto share = c.device_batch();
  return {{"program", c.program},
          {"preset", text_or_null(c.work.preset)},
          {"model", model},
          {"strategy", text_or_null(c.strategy)},
          {"devices", c.devices},
          {"threads_per_device", c.threads_per_device()},
          {"global_batch", c.global_batch},
          {"device_batch", share ? json(*share) : json(nullptr)},
          {"options", json(c.options)}};
}

json both(const against_both& figures) {
  return {{"plain", to_json(figures.plain)}, {"self", to_json(figures.self)}};
}

json failures(const cell_result& result) {
  json list = json::array();
  for (const json& line : result.failed)
    list.push_back({{"launch", line.value("launch", 0)},
                    {"status", line.value("status", "crashed")},
                    {"reason", line.value("reason", json(nullptr))}});
  return list;
}

json flags_of(const cell_result& result, const comparison& compared, int cores) {
  json flags = json::array();
  if (result.configuration.oversubscribed(cores)) flags.push_back("oversubscribed");
  if (std::any_of(result.ok.begin(), result.ok.end(), throttled)) flags.push_back("throttled");
  if (compared.above_100_percent) flags.push_back("above_100_percent");
  if (compared.disturbed) flags.push_back("disturbed");
  const auto finished = static_cast<int>(result.ok.size() + result.failed.size());
  if (finished < result.planned) flags.push_back("incomplete");
  return flags;
}

json command_of(const cell_result& result) {
  for (const auto* lines : {&result.ok, &result.failed})
    for (const json& line : *lines)
      if (line.contains("command") && line["command"].is_array()) return line["command"];
  return nullptr;
}

estimate published(const cell_result& result, const std::vector<double>& figures) {
  return result.published() ? of_launches(figures)
                            : estimate::absent("the cell is " + result.status);
}

json cell_section(const cell_result& result, const comparison& compared, const json& model,
                  int cores) {
  const cell& c = result.configuration;
  return {
      {"id", c.id()},
      {"key", key_of(c, model)},
      {"role", c.role()},
      {"status", result.status},
      {"reason", text_or_null(result.reason)},
      {"launches", {{"planned", result.planned}, {"ok", result.ok.size()}}},
      {"samples_per_second",
       to_json(published(result, result.figures("/summary/samples_per_second/value")))},
      {"step_seconds", to_json(published(result, result.figures("/summary/step_seconds/value")))},
      {"phases", phases_of(result)},
      {"memory", memory_of(result)},
      {"speed_up", both(compared.speed_up)},
      {"strong_efficiency", both(compared.strong)},
      {"weak_efficiency", both(compared.weak)},
      {"loss_attribution", protocol::no_figure("this version does not split the loss into parts")},
      {"startup_seconds", startup_of(result)},
      {"flags", flags_of(result, compared, cores)},
      {"command", command_of(result)},
      {"failed_launches", failures(result)}};
}

json crossover_section(const crossover_line& line, const json& model) {
  const cell& c = line.first;
  const auto& batch = line.found.smallest_global_batch;
  return {{"preset", text_or_null(c.work.preset)},
          {"model", model},
          {"strategy", c.strategy},
          {"devices", c.devices},
          {"options", json(c.options)},
          {"smallest_global_batch", batch ? json(*batch) : json(nullptr)},
          {"reason", text_or_null(line.found.reason)}};
}

json document_of(const json& run, const std::vector<json>& lines) {
  std::vector<cell> cells;
  for (const json& item : run.at("cells")) cells.push_back(cell_from_json(item));
  const int cores = run.at("schedule").at("cores").get<int>();
  const auto results = gather(cells, lines, run.at("plan").at("launches").get<int>());
  const auto rounds = rounds_in(lines, cells, cores);
  const auto models = models_of(results);
  const comparer compared(results, rounds);
  json plan = run.at("plan");
  plan["command"] = run.at("command");
  json sections = json::array(), crossings = json::array();
  for (const cell_result& result : results)
    sections.push_back(cell_section(result, compared.compare(result),
                                    models.at(result.configuration.work.name()), cores));
  for (const crossover_line& line : crossovers(results, rounds, cores))
    crossings.push_back(crossover_section(line, models.at(line.first.work.name())));
  return {{"schema", "dpscale.summary/1"},
          {"run_id", run.at("run_id")},
          {"created_at", run.at("started_at")},
          {"dpscale", run.at("dpscale")},
          {"environment", run.at("environment")},
          {"plan", plan},
          {"cells", sections},
          {"crossovers", crossings},
          {"groups", group_section(run, lines, cells, cores)}};
}

}  // namespace

json summarize(const json& run, const std::vector<json>& lines) {
  try {
    return document_of(run, lines);
  } catch (const json::exception& fault) {
    throw protocol::error(
        protocol::exit_code::bad_data,
        std::string("run.json is not that of a run (dpscale.run/1): ") + fault.what());
  }
}

int failed_cells(const json& summary) {
  int failed = 0;
  for (const json& item : summary.at("cells"))
    if (item.at("status") != "ok") ++failed;
  return failed;
}

}  // namespace dpscale::bench
