// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/turns/rounds.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace dpscale::bench {
namespace {

using nlohmann::json;

/// Reads one object member by member and remembers whether all were as they have to be.
class strict_reader {
 public:
  explicit strict_reader(const json& object) : object_(object), good_(object.is_object()) {}

  [[nodiscard]] bool good() const { return good_; }

  std::string text(const char* key) {
    const json* value = find(key);
    if (!check(value != nullptr && value->is_string())) return {};
    return value->get<std::string>();
  }

  /// A whole number from `least` on that fits into T.
  template <typename T>
  T whole(const char* key, T least) {
    const json* value = find(key);
    if (!check(value != nullptr && fits<T>(*value, least))) return least;
    return value->get<T>();
  }

  double above_zero(const char* key) {
    const json* value = find(key);
    if (!check(value != nullptr && value->is_number() && std::isfinite(value->get<double>()) &&
               value->get<double>() > 0.0))
      return 1.0;
    return value->get<double>();
  }

  std::optional<double> seconds_or_none(const char* key) {
    const json* value = find(key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (!check(value->is_number() && std::isfinite(value->get<double>()) &&
               value->get<double>() >= 0.0))
      return std::nullopt;
    return value->get<double>();
  }

  std::optional<std::int64_t> count_or_none(const char* key) {
    const json* value = find(key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (!check(fits<std::int64_t>(*value, 0))) return std::nullopt;
    return value->get<std::int64_t>();
  }

  [[nodiscard]] const json* find(const char* key) const {
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }

  bool check(bool condition) {
    good_ = good_ && condition;
    return condition;
  }

 private:
  template <typename T>
  static bool fits(const json& value, T least) {
    if (!value.is_number_integer()) return false;
    // Above zero the parser keeps whole numbers unsigned.
    if (value.is_number_unsigned())
      return std::in_range<T>(value.get<std::uint64_t>()) && value.get<T>() >= least;
    return std::in_range<T>(value.get<std::int64_t>()) && value.get<T>() >= least;
  }

  const json& object_;
  bool good_;
};

std::optional<turn> turn_from_json(const json& document) {
  strict_reader reader(document);
  turn result;
  result.cell = reader.text("cell");
  result.pass = reader.whole<int>("pass", 0);
  result.seconds = reader.above_zero("seconds");
  result.steps = reader.whole<std::int64_t>("steps", 1);
  result.samples = reader.whole<std::int64_t>("samples", 1);
  result.devices = reader.whole<int>("devices", 1);
  const json* found = reader.find("disturbance");
  if (found != nullptr && !found->is_null()) {
    strict_reader lost(*found);
    result.lost.steal_seconds = lost.seconds_or_none("steal_seconds");
    result.lost.run_queue_wait_seconds = lost.seconds_or_none("run_queue_wait_seconds");
    result.lost.involuntary_switches = lost.count_or_none("involuntary_switches");
    result.lost.throttled_periods = lost.count_or_none("throttled_periods");
    reader.check(lost.good());
  }
  return reader.good() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

bool is_round_line(const json& line) {
  strict_reader reader(line);
  reader.check(reader.text("schema") == "dpscale.round/1");
  static_cast<void>(reader.text("group"));
  static_cast<void>(reader.whole<int>("round", 0));
  const json* launches = reader.find("launches");
  reader.check(launches != nullptr && launches->is_array());
  return reader.good();
}

std::optional<round> round_from_json(const json& line) {
  if (!is_round_line(line) || !line.contains("turns") || !line["turns"].is_array())
    return std::nullopt;
  round result{line["group"].get<std::string>(), line["round"].get<int>(), {}};
  for (const json& document : line["turns"]) {
    auto read = turn_from_json(document);
    if (!read) return std::nullopt;
    result.turns.push_back(std::move(*read));
  }
  return result;
}

std::vector<const json*> round_lines(const std::vector<json>& lines) {
  std::map<std::pair<std::string, int>, const json*> last;
  for (const json& line : lines)
    if (is_round_line(line))
      last[{line["group"].get<std::string>(), line["round"].get<int>()}] = &line;
  std::vector<const json*> found;
  found.reserve(last.size());
  for (const auto& [key, line] : last) found.push_back(line);
  return found;
}

std::vector<round> rounds_in(const std::vector<json>& lines, const std::vector<cell>& cells,
                             int cores) {
  std::set<std::string> crowded;
  for (const cell& value : cells)
    if (value.oversubscribed(cores)) crowded.insert(value.id());
  std::vector<round> rounds;
  for (const json* line : round_lines(lines)) {
    auto read = round_from_json(*line);
    if (!read) continue;
    for (turn& taken : read->turns)
      if (crowded.contains(taken.cell)) taken.lost.run_queue_wait_seconds.reset();
    rounds.push_back(std::move(*read));
  }
  return rounds;
}

}  // namespace dpscale::bench
