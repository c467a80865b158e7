// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/text/layout.hpp"
#include "bench/text/numbers.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using row = std::vector<std::string>;

/// "612,345 +- 0.4 %"
std::string throughput_text(const json& figure) {
  if (figure.at("value").is_null()) return "-";
  const double value = figure["value"].get<double>();
  std::string text = with_thousands(value);
  if (figure.at("low").is_null()) return text;
  const double half = 50 * (figure["high"].get<double>() - figure["low"].get<double>()) / value;
  return text + (half < 99.0 ? fmt::format(" +-{:4.1f} %", half) : " +- > 99 %");
}

std::string step_text(const json& figure) {
  return figure.at("value").is_null() ? "-" : duration_text(figure["value"].get<double>());
}

/// Whether `figure` is an interval without a value.
bool is_wide(const json& figure) {
  return figure.at("value").is_null() && figure.contains("low") && figure["low"].is_number();
}

/// "96.1 %"; "81..103 %", an interval too wide for one figure; "-"
std::string percent_text(const json& figure) {
  if (!figure.at("value").is_null())
    return fmt::format("{:.1f} %", 100 * figure["value"].get<double>());
  if (!is_wide(figure)) return "-";
  return percent_range(figure["low"].get<double>(), figure["high"].get<double>(), "..") + " %";
}

std::string name_of(const json& text) { return name_text(text.get<std::string>()); }
std::string reason_of(const json& text) { return reason_text(text.get<std::string>()); }

row row_of(const json& cell) {
  std::vector<std::string> remarks;
  if (cell.at("status") != "ok") remarks.push_back(name_of(cell["status"]));
  for (const json& flag : cell.at("flags")) remarks.push_back(name_of(flag));
  return {name_of(cell.at("id")),
          throughput_text(cell.at("samples_per_second")),
          step_text(cell.at("step_seconds")),
          percent_text(cell.at("strong_efficiency").at("plain")),
          percent_text(cell.at("weak_efficiency").at("plain")),
          percent_text(cell.at("strong_efficiency").at("self")),
          fmt::format("{}", fmt::join(remarks, ", "))};
}

std::string crossover_text(const json& line) {
  const json& name = line.at("preset").is_null() ? line.at("model") : line.at("preset");
  std::string options;
  for (const auto& [option, value] : line.at("options").items())
    options += name_text(fmt::format(", {}={}", option, value.get<std::string>()));
  const std::string start =
      fmt::format("{}, {}{}: {} devices ", name_of(name), name_of(line.at("strategy")), options,
                  line.at("devices").get<int>());
  const json& batch = line.at("smallest_global_batch");
  if (batch.is_null()) return start + "beat one: " + reason_of(line.at("reason")) + "\n";
  return start + fmt::format("beat one from global batch {} on\n", batch.get<std::int64_t>());
}

}  // namespace

namespace {

/// How the rounds of turns were shared out, in a line.
std::string groups_text(const json& groups) {
  if (groups.empty()) return "";
  int rounds = 0, decided = 0;
  for (const json& group : groups) {
    rounds += group.at("rounds").get<int>();
    decided += group.at("decided").get<bool>() && !group.at("width").is_null() ? 1 : 0;
  }
  return fmt::format("in turns: {} groups, {} rounds; {} of {} strong efficiencies decided\n",
                     groups.size(), rounds, decided, groups.size());
}

}  // namespace

std::string format_table(const json& summary) {
  std::vector<row> rows{
      {"cell", "samples/s", "step", "strong", "weak", "strong (self)", "remarks"}};
  std::string failed, crossings;
  bool wide = false;
  for (const json& cell : summary.at("cells")) {
    rows.push_back(row_of(cell));
    for (const char* kind : {"strong_efficiency", "weak_efficiency"})
      for (const json& figure : cell.at(kind)) wide = wide || is_wide(figure);
    if (cell.at("status") == "ok") continue;
    const json& reason = cell.at("reason");
    failed += fmt::format("  {}: {}: {}\n", name_of(cell["id"]), name_of(cell["status"]),
                          reason.is_string() ? reason_of(reason) : "no reason given");
  }
  for (const json& line : summary.at("crossovers")) crossings += crossover_text(line);
  std::string text = aligned(rows);
  text +=
      "strong, weak: efficiency against train_single; (self): against the same program on one "
      "device\n";
  if (wide) text += "a..b %: the 95 % interval, where it is too wide for one figure\n";
  text += groups_text(summary.value("groups", json::array()));
  if (!failed.empty()) text += "\nfailed:\n" + failed;
  if (!crossings.empty()) text += "\n" + crossings;
  return text;
}

}  // namespace dpscale::bench
