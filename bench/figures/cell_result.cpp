// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/cell_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

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
    if (const auto value = throughput_of(record)) figures[record.value("block", 0)] = *value;
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
  std::map<std::string, std::map<int, const json*>> by_cell;
  for (const json& line : lines)
    if (is_launch_line(line))
      by_cell[line["cell"].get<std::string>()][line["launch"].get<int>()] = &line;
  std::vector<cell_result> results;
  for (const cell& configuration : cells) {
    cell_result result{configuration, planned, {}, {}, "", ""};
    for (const auto& [launch, line] : by_cell[configuration.id()])
      ((*line)["status"] == "ok" && throughput_of(*line) ? result.ok : result.failed)
          .push_back(*line);
    judge(result);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace dpscale::bench
