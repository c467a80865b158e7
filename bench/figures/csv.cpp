// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/figures/summary.hpp"
#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

/// A column and where its value lies in a cell of the summary.
struct column {
  std::string name, pointer;
};

void add_figure(std::vector<column>& columns, const std::string& name, const std::string& pointer) {
  for (const char* part : {"value", "low", "high"})
    columns.push_back(
        {std::string(part) == "value" ? name : name + "_" + part, pointer + "/" + part});
}

constexpr std::array phases{"input", "forward",   "loss",  "backward",       "exchange",
                            "wait",  "optimizer", "other", "exchange_hidden"};

std::vector<column> columns() {
  std::vector<column> all{
      {"id", "/id"}, {"role", "/role"}, {"status", "/status"}, {"reason", "/reason"}};
  for (const char* key : {"program", "preset", "model", "strategy", "devices", "threads_per_device",
                          "global_batch", "device_batch"})
    all.push_back({key, std::string("/key/") + key});
  all.push_back({"options", "/key/options"});
  all.push_back({"launches_planned", "/launches/planned"});
  all.push_back({"launches_ok", "/launches/ok"});
  add_figure(all, "samples_per_second", "/samples_per_second");
  add_figure(all, "step_seconds", "/step_seconds");
  for (const char* figure : {"speed_up", "strong_efficiency", "weak_efficiency"})
    for (const char* baseline : {"plain", "self"})
      add_figure(all, fmt::format("{}_{}", figure, baseline),
                 fmt::format("/{}/{}", figure, baseline));
  for (const char* phase : phases)
    all.push_back({fmt::format("{}_seconds", phase), fmt::format("/phases/{}_seconds", phase)});
  all.push_back({"device_0_peak_bytes", "/memory/devices/0/total_peak_bytes"});
  all.push_back({"host_rss_bytes", "/memory/host_rss_bytes"});
  all.push_back({"flags", "/flags"});
  return all;
}

std::string in_quotes(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result.append(c == '"' ? 2 : 1, c);
  return result + "\"";
}

/// A list as words, options as name=value, a figure that is not there as nothing.
std::string text_of(const json& value) {
  std::vector<std::string> words;
  if (value.is_array())
    for (const json& item : value) words.push_back(text_of(item));
  else if (value.is_object() && !value.contains("reason"))
    for (const auto& [name, item] : value.items()) words.push_back(name + "=" + text_of(item));
  else if (value.is_string())
    return value.get<std::string>();
  else if (!value.is_null() && !value.is_object())
    return value.dump();
  return fmt::format("{}", fmt::join(words, " "));
}

bool is_number(const std::string& text) {
  double value = 0.0;
  // from_chars takes no plus; a spreadsheet reads "+1" as the number it is.
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [at, fault] = std::from_chars(begin, end, value);
  return fault == std::errc{} && at == end && std::isfinite(value);
}

/// `text` as a field that is a text to whoever opens the file. A spreadsheet takes one that begins
/// like a formula for one and would carry it out; an apostrophe in front makes it a text (OWASP,
/// "CSV injection"). Control characters other than line ends and tabs are no text in RFC 4180.
std::string text_field(const std::string& text) {
  std::string safe = protocol::printable(text, protocol::whitespace::all);
  const bool formula = !safe.empty() && std::string("=+-@\t\r\n").find(safe[0]) != safe.npos;
  if (formula && !is_number(safe)) safe.insert(0, 1, '\'');
  return in_quotes(safe);
}

std::string field(const json& cell, const std::string& pointer) {
  const json::json_pointer path(pointer);
  return cell.contains(path) ? text_field(text_of(cell[path])) : "";
}

}  // namespace

std::string to_csv(const json& summary) {
  const std::vector<column> all = columns();
  std::string text;
  const auto line = [&](auto&& value_of) {
    for (std::size_t i = 0; i < all.size(); ++i)
      text.append(i == 0 ? "" : ",").append(value_of(all[i]));
    text += "\r\n";
  };
  line([](const column& c) { return c.name; });
  for (const json& cell : summary.at("cells"))
    line([&](const column& c) { return field(cell, c.pointer); });
  return text;
}

}  // namespace dpscale::bench
