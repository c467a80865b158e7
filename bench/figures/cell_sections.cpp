// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/figures/cell_result.hpp"
#include "bench/figures/statistics.hpp"
#include "trainers/protocol/figure.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

std::string unpublished(const cell_result& result) { return "the cell is " + result.status; }

/// The reason the first record gives for a section it does not have.
std::string why_missing(const cell_result& result, const char* section) {
  for (const json& record : result.ok)
    if (record.contains(section) && record[section].contains("reason") &&
        record[section]["reason"].is_string())
      return record[section]["reason"].get<std::string>();
  return std::string("no record has ") + section;
}

/// `key` with its unit.
std::string in_seconds(const std::string& key) {
  return key.ends_with("_seconds") ? key : key + "_seconds";
}

void take_largest(json& into, const std::string& key, const json& value) {
  if (!value.is_number()) return;
  if (!into.contains(key) || into[key].get<double>() < value.get<double>()) into[key] = value;
}

/// Raises the peaks in `into` to those of one device of one record.
void take_device(json& into, const json& device) {
  into["device"] = device.value("device", 0);
  if (!into.contains("peak_bytes")) into["peak_bytes"] = json::object();
  if (device.contains("categories"))
    for (const auto& [category, usage] : device["categories"].items())
      if (usage.contains("peak_bytes"))
        take_largest(into["peak_bytes"], category, usage["peak_bytes"]);
  if (device.contains("total") && device["total"].contains("peak_bytes"))
    take_largest(into, "total_peak_bytes", device["total"]["peak_bytes"]);
}

}  // namespace

json phases_of(const cell_result& result) {
  if (!result.published()) return protocol::no_figure(unpublished(result));
  std::map<std::string, std::pair<double, int>> sums;
  for (const json& record : result.ok) {
    const json::json_pointer path("/phases/per_rank");
    if (!record.contains(path) || !record[path].is_array()) continue;
    for (const json& rank : record[path])
      for (const auto& [key, value] : rank.items()) {
        if (key == "rank" || !value.is_number()) continue;
        auto& [sum, count] = sums[in_seconds(key)];
        sum += value.get<double>();
        ++count;
      }
  }
  if (sums.empty()) return protocol::no_figure(why_missing(result, "phases"));
  json document;
  for (const auto& [key, sum] : sums) document[key] = sum.first / sum.second;
  return document;
}

json memory_of(const cell_result& result) {
  if (!result.published()) return protocol::no_figure(unpublished(result));
  json devices = json::array(), host;
  for (const json& record : result.ok) {
    const json::json_pointer path("/memory/devices");
    if (!record.contains(path) || !record[path].is_array()) continue;
    const json& list = record[path];
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (devices.size() <= i) devices.push_back(json::object());
      take_device(devices[i], list[i]);
    }
    take_largest(host, "host_rss_bytes", record["memory"].value("host_rss_bytes", json()));
  }
  if (devices.empty()) return protocol::no_figure(why_missing(result, "memory"));
  const json rss = host.is_object() ? host["host_rss_bytes"]
                                    : protocol::no_figure("no record has host_rss_bytes");
  return {{"devices", devices}, {"host_rss_bytes", rss}};
}

json startup_of(const cell_result& result) {
  if (!result.published()) return protocol::no_figure(unpublished(result));
  std::map<std::string, std::vector<double>> parts;
  json reasons;
  for (const json& record : result.ok) {
    if (!record.contains("startup_seconds")) continue;
    for (const auto& [key, value] : record["startup_seconds"].items()) {
      if (value.is_number()) parts[key].push_back(value.get<double>());
      if (value.is_object()) reasons[key] = value;
    }
  }
  if (parts.empty()) return protocol::no_figure(why_missing(result, "startup_seconds"));
  json document = reasons.is_object() ? reasons : json::object();
  for (const auto& [key, values] : parts) document[key] = median(values);
  return document;
}

}  // namespace dpscale::bench
