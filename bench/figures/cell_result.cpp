// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/cell_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <nlohmann/json.hpp>

#include "bench/figures/turns/rounds.hpp"
#include "bench/launch/outcome.hpp"
#include "trainers/protocol/figure.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

/// Sets status and reason from the launches.
void judge(cell_result& result) {
  if (result.failed.empty()) {
    result.status = result.ok.empty() ? "interrupted" : "ok";
    if (result.ok.empty()) result.reason = "the sweep ended before this cell was launched";
    return;
  }
  // A launch that was skipped is the consequence; what it followed from is the cause.
  auto first = std::find_if(result.failed.begin(), result.failed.end(),
                            [](const json& line) { return line.value("status", "") != "skipped"; });
  if (first == result.failed.end()) first = result.failed.begin();
  result.status = first->value("status", "crashed");
  result.reason =
      (*first)["reason"].is_string() ? (*first)["reason"].get<std::string>() : "no reason given";
}

bool is_launch_line(const json& line) {
  return line.contains("cell") && line["cell"].is_string() && line.contains("launch") &&
         line["launch"].is_number_integer() && line.contains("status") &&
         line["status"].is_string();
}

/// A launch among those of its cell: a cell may be in several groups, each with a launch 0.
struct launch_key {
  std::string group;  ///< empty for a launch that ran alone
  int launch = 0;
  auto operator<=>(const launch_key&) const = default;
};

using launches_by_cell = std::map<std::string, std::map<launch_key, const json*>>;

void take(launches_by_cell& into, const std::string& group, const json& line) {
  if (is_launch_line(line))
    into[line["cell"].get<std::string>()][{group, line["launch"].get<int>()}] = &line;
}

}  // namespace

json to_json(const estimate& figure) {
  if (!figure.value && !figure.interval) return protocol::no_figure(figure.reason);
  json document{{"value", nullptr}, {"low", nullptr}, {"high", nullptr}};
  if (figure.value) document["value"] = *figure.value;
  if (figure.interval) {
    document["low"] = figure.interval->low;
    document["high"] = figure.interval->high;
  }
  std::string remark = figure.value && figure.interval ? "" : figure.reason;
  if (!figure.note.empty()) remark += (remark.empty() ? "" : "; ") + figure.note;
  if (!remark.empty()) document["reason"] = remark;
  return document;
}

series cell_result::throughput() const {
  series figures;
  if (!published()) return figures;
  for (const json& record : ok)
    if (const auto value = throughput_of(record); value && !record.contains("group"))
      figures[record.value("block", 0)] = *value;
  return figures;
}

std::vector<double> cell_result::figures(const char* path) const {
  std::vector<double> values;
  if (!published()) return values;
  const json::json_pointer pointer(path);
  for (const json& record : ok)
    if (record.contains(pointer) && record[pointer].is_number() &&
        record[pointer].get<double>() > 0.0)
      values.push_back(record[pointer].get<double>());
  return values;
}

std::vector<cell_result> gather(const std::vector<cell>& cells, const std::vector<json>& lines,
                                int planned) {
  launches_by_cell by_cell;
  for (const json& line : lines) take(by_cell, "", line);
  for (const json* round : round_lines(lines))
    for (const json& line : (*round)["launches"])
      take(by_cell, (*round)["group"].get<std::string>(), line);
  std::vector<cell_result> results;
  for (const cell& configuration : cells) {
    cell_result result{configuration, planned, {}, {}, "", ""};
    for (const auto& [key, line] : by_cell[configuration.id()]) {
      auto& list = (*line)["status"] == "ok" && throughput_of(*line) ? result.ok : result.failed;
      list.push_back(*line);
      if (!key.group.empty()) list.back()["group"] = key.group;
    }
    judge(result);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace dpscale::bench
