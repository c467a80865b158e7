// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/launch/outcome.hpp"
#include "bench/text/layout.hpp"
#include "bench/text/numbers.hpp"

namespace dpscale::bench {

progress::progress(std::size_t launches, std::size_t done, double expected_seconds)
    : launches_(launches), done_(done), expected_seconds_(expected_seconds) {}

double progress::seconds_left() const {
  const double usual =
      timed_ > 0 ? total_seconds_ / static_cast<double>(timed_) : expected_seconds_;
  double seconds = 0.0;
  for (const auto& [cell, count] : left_) {
    const auto seen = seen_.find(cell);
    seconds += static_cast<double>(count) * (seen == seen_.end() ? usual : seen->second);
  }
  return seconds;
}

std::string progress::counted(const std::string& key, const std::string& result,
                              double wall_seconds, bool skipped) {
  ++done_;
  if (left_[key] > 0) --left_[key];
  seen_[key] = wall_seconds;
  if (!skipped) {
    total_seconds_ += wall_seconds;
    ++timed_;
  }
  const std::size_t digits = fmt::format("{}", launches_).size();
  const std::string took = skipped ? "" : duration_text(wall_seconds) + ", ";
  // Beyond what was planned: further launches for what is undecided.
  const std::string place = done_ <= launches_
                                ? fmt::format("[{:>{}}/{}]", done_, digits, launches_)
                                : fmt::format("[further {}]", done_ - launches_);
  return fmt::format("{} {} {}  ({}{} left)", place, padded(name_text(key), 40), result, took,
                     estimate_text(seconds_left()));
}

std::string progress::line(const nlohmann::json& launch, double wall_seconds) {
  const std::string status = launch.at("status").get<std::string>();
  std::string result = status;
  if (status == "ok")
    result = fmt::format("{} samples/s", with_thousands(throughput_of(launch).value_or(0.0)));
  else if (launch.at("reason").is_string())
    result += ": " + reason_text(launch["reason"].get<std::string>());
  if (throttled(launch)) result += ", throttled";
  return counted(launch.at("cell").get<std::string>(), result, wall_seconds, status == "skipped");
}

std::string progress::round_line(const nlohmann::json& round, double wall_seconds) {
  std::string result = fmt::format("round {}: {} turns of {} cells", round.at("round").get<int>(),
                                   round.at("turns").size(), round.at("launches").size());
  for (const auto& launch : round["launches"])
    if (launch.at("status") != "ok")
      result += fmt::format("; {} {}", name_text(launch.at("cell").get<std::string>()),
                            launch["status"].get<std::string>());
  if (const auto count =
          std::count_if(round["launches"].begin(), round["launches"].end(), throttled);
      count > 0)
    result += fmt::format("; {} throttled", count);
  return counted(round.at("group").get<std::string>(), result, wall_seconds, false);
}

}  // namespace dpscale::bench
