// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/progress.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/launch/outcome.hpp"
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

std::string progress::line(const nlohmann::json& launch, double wall_seconds) {
  const std::string cell = launch.at("cell").get<std::string>();
  const std::string status = launch.at("status").get<std::string>();
  ++done_;
  if (left_[cell] > 0) --left_[cell];
  seen_[cell] = wall_seconds;
  if (status != "skipped") {
    total_seconds_ += wall_seconds;
    ++timed_;
  }
  std::string result = status;
  if (status == "ok")
    result = fmt::format("{} samples/s", with_thousands(throughput_of(launch).value_or(0.0)));
  else if (launch.at("reason").is_string())
    result += ": " + launch["reason"].get<std::string>();
  const std::size_t digits = fmt::format("{}", launches_).size();
  const std::string took = status == "skipped" ? "" : duration_text(wall_seconds) + ", ";
  return fmt::format("[{:>{}}/{}] {:<40} {}  ({}{} left)", done_, digits, launches_, cell, result,
                     took, estimate_text(seconds_left()));
}

}  // namespace dpscale::bench
