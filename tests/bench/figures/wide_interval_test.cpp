// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0

// An efficiency whose interval is too wide for one figure, in the summary and its table.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/figures/summary.hpp"
#include "bench/plan/cells.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

const std::string measured = "tf-mirrored/mirrored/n2/b64";

/// A sweep of three launches, on one device 1,000 samples a second in every cell; on two
/// 1,800 x `scale`, times 0.9, 1 and 1.1 by launch.
json noisy_summary(double scale) {
  plan wanted;
  wanted.workloads = {{"tf-mirrored", ""}};
  wanted.strategies = {"mirrored"};
  wanted.devices = {1, 2};
  wanted.global_batches = {64};
  json cells = json::array();
  std::vector<json> lines;
  for (const cell& value : expand(wanted, {})) {
    cells.push_back(to_json(value));
    for (const int launch : {0, 1, 2}) {
      const double rate = value.devices == 1 ? 1000.0 : scale * 1800.0 * (0.9 + 0.1 * launch);
      const json summary{{"samples_per_second", {{"value", rate}}},
                         {"step_seconds", {{"value", 64.0 / rate}}}};
      lines.push_back({{"status", "ok"},
                       {"cell", value.id()},
                       {"launch", launch},
                       {"block", launch},
                       {"summary", summary}});
    }
  }
  return summarize({{"run_id", "one"},
                    {"started_at", "2026-01-31T12:00:00Z"},
                    {"dpscale", {{"version", "0.1.0"}, {"commit", "unknown"}}},
                    {"environment", {{"value", nullptr}, {"reason", "made up"}}},
                    {"command", {"dpscale", "sweep"}},
                    {"plan", {{"launches", 3}}},
                    {"schedule", {{"cores", 2}}},
                    {"cells", cells}},
                   lines);
}

json measured_in(const json& summary) {
  for (const json& item : summary.at("cells"))
    if (item.at("id") == measured) return item;
  throw std::runtime_error("no cell " + measured);
}

// 1800 / (2 x 1000) = 0.9; log ratios ln 0.9, 0, ln 1.1: mean -0.00335, deviation 0.10040, half
// width 4.30265 x 0.10040 / sqrt 3 = 0.24940.
TEST(WideInterval, AWideEfficiencyHasItsIntervalAndNoValue) {
  const json summary = noisy_summary(1.0);
  for (const std::string& fault : protocol::faults(protocol::schema::summary, summary))
    ADD_FAILURE() << fault;
  const json figure = measured_in(summary)["strong_efficiency"]["plain"];
  EXPECT_TRUE(figure["value"].is_null());
  EXPECT_NEAR(figure["low"].get<double>(), 0.9 * std::exp(-0.00335 - 0.24940), 1e-4);
  EXPECT_NEAR(figure["high"].get<double>(), 0.9 * std::exp(-0.00335 + 0.24940), 1e-4);
  EXPECT_EQ(figure["reason"], "69 to 116 %: too wide for one figure; about 15 launches would do");
  // A speed-up and a throughput keep their value beside an interval as wide.
  EXPECT_TRUE(measured_in(summary)["speed_up"]["plain"]["value"].is_number());
  EXPECT_TRUE(measured_in(summary)["samples_per_second"]["value"].is_number());
}

TEST(WideInterval, AWideEfficiencyAboveOneIsFlaggedWithItsCause) {
  const json cell = measured_in(noisy_summary(2.0));
  EXPECT_EQ(cell["flags"], json::array({"above_100_percent"}));
  const auto reason = cell["strong_efficiency"]["plain"]["reason"].get<std::string>();
  EXPECT_TRUE(reason.starts_with("139 to 231 %: too wide for one figure; ")) << reason;
  EXPECT_NE(reason.find("above 100 %: "), std::string::npos) << reason;
}

TEST(WideInterval, CsvOfAWideEfficiencyHasBoundsAndAnEmptyValue) {
  const std::string csv = to_csv(noisy_summary(1.0));
  const auto fields = [&](std::size_t start) {
    std::vector<std::string> parts(1);
    for (std::size_t i = start; csv[i] != '\r'; ++i)
      if (csv[i] == ',')
        parts.emplace_back();
      else
        parts.back() += csv[i];
    return parts;
  };
  const auto names = fields(0), values = fields(csv.find(measured));
  const auto value_of = [&](const char* name) {
    const auto at = std::find(names.begin(), names.end(), name) - names.begin();
    return values.at(static_cast<std::size_t>(at));
  };
  EXPECT_EQ(value_of("strong_efficiency_plain"), "");
  EXPECT_NEAR(std::stod(value_of("strong_efficiency_plain_low")), 0.699, 1e-3);
  EXPECT_NEAR(std::stod(value_of("strong_efficiency_plain_high")), 1.151, 1e-3);
  EXPECT_NE(value_of("speed_up_plain"), "");
}

}  // namespace
}  // namespace dpscale::bench
