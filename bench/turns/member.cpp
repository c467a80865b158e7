// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/member.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "bench/turns/disturbance.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

process_request request_of(const cell& value, const launch_settings& settings,
                           std::optional<std::uint64_t> memory_limit_bytes,
                           const std::filesystem::path& record) {
  process_request request = launch_request(value, settings, memory_limit_bytes, record);
  request.channel = true;
  request.arguments.insert(request.arguments.end(),
                           {"--turns", std::to_string(channel_descriptor)});
  return request;
}

/// A window in "done SECONDS STEPS SAMPLES"; none in anything else.
std::optional<json> window_in(const std::string& line) {
  std::istringstream words(line);
  std::string word, rest;
  double seconds = 0.0;
  std::uint64_t steps = 0, samples = 0;
  if (!(words >> word >> seconds >> steps >> samples) || words >> rest || word != "done")
    return std::nullopt;
  if (!std::isfinite(seconds) || seconds <= 0.0 || steps == 0 || samples == 0) return std::nullopt;
  return json{{"seconds", seconds}, {"steps", steps}, {"samples", samples}};
}

}  // namespace

member::member(const cell& value, launch_place place, launch_settings settings,
               std::optional<std::uint64_t> memory_limit_bytes, std::filesystem::path record,
               signal_inbox& inbox)
    : value_(value),
      place_(place),
      settings_(std::move(settings)),
      record_(std::move(record)),
      process_(request_of(value, settings_, memory_limit_bytes, record_), inbox) {}

bool member::get_ready() {
  // Half of its time, so that those who wait for it still have theirs.
  const auto line = process_.line(0.5 * settings_.deadline_seconds);
  if (line == "ready") return true;
  blame(line, "ready");
  return false;
}

/// Sets fault_ where the process itself doesn't show what went wrong.
void member::blame(const std::optional<std::string>& line, const char* expected) {
  if (line) {
    fault_ =
        fmt::format("said '{}' on --turns, where '{}' was expected", line->substr(0, 80), expected);
  } else if (process_.ended()) {
    ended_early_ = true;
  } else if (process_.seconds_left() > 0.0 && !process_.interrupted()) {
    silent_ = true;
    fault_ = fmt::format("said nothing on --turns, where '{}' was expected; its session was ended",
                         expected);
  }
}

std::optional<json> member::take_turn(double seconds, int pass) {
  // Generous, since a busy machine isn't a silent trainer, but the others wait for it.
  const double patience =
      std::min(10.0 + 20.0 * std::max(seconds, longest_turn_), 0.25 * settings_.deadline_seconds);
  const double start = process_.seconds();
  const losses before = losses_of(process_.id());
  std::optional<std::string> line;
  if (process_.send(fmt::format("turn {:.6g}\n", seconds))) line = process_.line(patience);
  auto turn = line ? window_in(*line) : std::nullopt;
  if (!turn) {
    blame(line, "done SECONDS STEPS SAMPLES");
    return std::nullopt;
  }
  (*turn)["cell"] = value_.id();
  (*turn)["devices"] = value_.devices;
  (*turn)["pass"] = pass;
  (*turn)["disturbance"] = disturbance_between(before, losses_of(process_.id()));
  longest_turn_ = std::max(longest_turn_, process_.seconds() - start);
  return turn;
}

launch_result member::finish() {
  process_.close_channel();
  // One that failed in its turn is given no more time.
  if (fault_.empty()) process_.wait();
  process_result result = process_.finish();
  result.silent = silent_;
  result.ended_for = fault_;
  if (ended_early_ && result.exit_code == 0)
    result.ended_for = "exit 0, but in the middle of its turns";
  json line = launch_line(value_, place_, settings_, result, record_);
  std::error_code ignored;
  std::filesystem::remove(record_, ignored);
  return {std::move(line), result.interrupted, result.wall_seconds};
}

}  // namespace dpscale::bench
