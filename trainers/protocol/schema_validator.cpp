// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "trainers/protocol/validate.hpp"

namespace dpscale::protocol {

namespace {

using nlohmann::json;

std::string escaped(std::string key) {
  for (std::size_t at = 0; (at = key.find_first_of("~/", at)) != std::string::npos; at += 2) {
    key.replace(at, 1, key[at] == '~' ? "~0" : "~1");
  }
  return key;
}

/// valijson's path ("<root>", "[key]", "[3]"...) as a JSON pointer.
std::string pointer(const std::vector<std::string>& context) {
  std::string path;
  for (const std::string& step : context) {
    if (step == "<root>") continue;
    const bool bracketed = step.size() >= 2 && step.front() == '[' && step.back() == ']';
    path += '/' + escaped(bracketed ? step.substr(1, step.size() - 2) : step);
  }
  return path.empty() ? "/" : path;
}

void find_non_finite(const json& node, const std::string& path, std::vector<std::string>& lines) {
  if (node.is_number_float() && !std::isfinite(node.get<double>())) {
    lines.push_back(fmt::format("{}: {} is no number JSON can hold", path.empty() ? "/" : path,
                                node.get<double>()));
  }
  if (!node.is_structured()) return;
  for (const auto& [key, child] : node.items()) {
    find_non_finite(child, path + '/' + escaped(key), lines);
  }
}

/// Each schema is read once: a journal's lines are checked one by one.
const valijson::Schema& rules_of(schema kind) {
  static std::mutex mutex;
  static std::map<schema, valijson::Schema> known;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [found, is_new] = known.try_emplace(kind);
  if (is_new) {
    const json text = json::parse(schema_text(kind));
    const valijson::adapters::NlohmannJsonAdapter adapter(text);
    valijson::SchemaParser().populateSchema(adapter, found->second);
  }
  return found->second;
}

/// Lines that only say that something below them failed; there to be dropped where the cause is.
bool is_follow_up(const std::string& description) {
  return description.starts_with("Failed to validate");
}

}  // namespace

std::vector<std::string> faults(schema kind, const json& document) {
  const valijson::Schema& rules = rules_of(kind);
  valijson::ValidationResults results;
  std::vector<std::string> lines, follow_ups;
  find_non_finite(document, "", lines);
  valijson::Validator validator;
  if (validator.validate(rules, valijson::adapters::NlohmannJsonAdapter(document), &results)) {
    return lines;
  }
  for (valijson::ValidationResults::Error fault; results.popError(fault);) {
    auto& list = is_follow_up(fault.description) ? follow_ups : lines;
    std::string line = fmt::format("{}: {}", pointer(fault.context), fault.description);
    if (std::find(list.begin(), list.end(), line) == list.end()) list.push_back(std::move(line));
  }
  return lines.empty() ? follow_ups : lines;
}

}  // namespace dpscale::protocol
