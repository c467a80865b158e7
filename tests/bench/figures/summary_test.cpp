// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "bench/plan/cells.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

constexpr int launches = 3;

std::vector<cell> cells() {
  plan value;
  value.workloads = {{"tf-mirrored", ""}};
  value.strategies = {"mirrored"};
  value.devices = {1, 2};
  value.global_batches = {64, 1024};
  return expand(value, {});
}

json run_of(const std::vector<cell>& all) {
  json list = json::array();
  for (const cell& value : all) list.push_back(to_json(value));
  return {{"schema", "dpscale.run/1"},
          {"run_id", "one"},
          {"started_at", "2026-01-31T12:00:00Z"},
          {"dpscale", {{"version", "0.1.0"}, {"commit", "unknown"}}},
          {"environment", {{"value", nullptr}, {"reason", "made up"}}},
          {"command", {"dpscale", "sweep"}},
          {"plan", {{"launches", launches}, {"budget_seconds", 10.0}}},
          {"schedule", {{"cores", 2}}},
          {"cells", list}};
}

/// Samples a second of each cell, before the block's drift.
double rate_of(const cell& value) {
  const std::map<std::string, double> rates{
      {"plain/32", 800e3}, {"plain/64", 1000e3}, {"plain/512", 1500e3}, {"plain/1024", 1600e3},
      {"1/32", 640e3},     {"1/64", 900e3},      {"1/512", 1450e3},     {"1/1024", 1580e3},
      {"2/64", 600e3},     {"2/1024", 2880e3}};
  const std::string kind =
      value.program == single_program ? "plain" : std::to_string(value.devices);
  return rates.at(kind + "/" + std::to_string(value.global_batch));
}

json line_of(const cell& value, int launch) {
  const double rate = rate_of(value) * (1.0 + 0.1 * launch);
  json ranks = json::array();
  for (int rank = 0; rank < value.devices; ++rank)
    ranks.push_back(
        {{"input", 1e-6 * (rank + 1)}, {"wait", 2e-6}, {"exchange_hidden_seconds", 0.0}});
  const int peak = 100 + launch;
  return {{"schema", "dpscale.record/1"},
          {"status", "ok"},
          {"reason", nullptr},
          {"cell", value.id()},
          {"launch", launch},
          {"block", launch},
          {"command", {"train_multi", "--measure"}},
          {"config", {{"options", {{"model", {{"value", "784-64-10"}, {"source", "preset"}}}}}}},
          {"summary",
           {{"samples_per_second", {{"value", rate}}},
            {"step_seconds", {{"value", static_cast<double>(value.global_batch) / rate}}}}},
          {"phases", {{"per_rank", ranks}}},
          {"startup_seconds",
           {{"data", 0.1 * (launch + 1)}, {"libraries", {{"value", nullptr}, {"reason", "x"}}}}},
          {"memory",
           {{"devices",
             {{{"device", 0},
               {"categories", {{"gradients", {{"current_bytes", 1}, {"peak_bytes", peak}}}}},
               {"total", {{"current_bytes", 1}, {"peak_bytes", 2 * peak}}}}}},
            {"host_rss_bytes", 1000 - launch}}}};
}

std::vector<json> all_lines() {
  std::vector<json> lines;
  for (int launch = 0; launch < launches; ++launch)
    for (const cell& value : cells()) lines.push_back(line_of(value, launch));
  return lines;
}

json cell_in(const json& summary, const std::string& id) {
  for (const json& item : summary.at("cells"))
    if (item.at("id") == id) return item;
  throw std::runtime_error("no cell " + id);
}

void fail_launch(std::vector<json>& lines, const std::string& id, int launch, const char* status) {
  for (json& line : lines)
    if (line["cell"] == id && line["launch"] == launch) {
      line["status"] = status;
      line["reason"] = "because";
    }
}

const std::string two = "tf-mirrored/mirrored/n2/b1024";

TEST(Summary, FlagsACellWhoseWindowsTheCpuQuotaStopped) {
  std::vector<json> lines = all_lines();
  for (json& line : lines) {
    const bool stopped = line["cell"] == two && line["launch"] == 1;
    line["disturbance"] = {{"throttled_periods", stopped ? 2 : 0}, {"throttled_seconds", 0.1}};
  }
  lines.front()["disturbance"] = {{"value", nullptr}, {"reason", "not counted"}};
  const json summary = summarize(run_of(cells()), lines);
  for (const json& item : summary["cells"])
    EXPECT_EQ(item["flags"] == json::array({"throttled"}), item["id"] == two) << item["id"];
}

TEST(Summary, IsOfItsSchema) {
  std::vector<json> lines = all_lines();
  EXPECT_EQ(protocol::faults(protocol::schema::summary, summarize(run_of(cells()), lines)),
            std::vector<std::string>{});
  fail_launch(lines, two, 1, "crashed");
  EXPECT_EQ(protocol::faults(protocol::schema::summary, summarize(run_of(cells()), lines)),
            std::vector<std::string>{});
  EXPECT_EQ(protocol::faults(protocol::schema::summary, summarize(run_of(cells()), {})),
            std::vector<std::string>{});
  EXPECT_EQ(protocol::faults(protocol::schema::run, run_of(cells())), std::vector<std::string>{});
}

// Launches are in the ratio 1 : 1.1 : 1.2, so values are the rate times cbrt(1.32).
TEST(Summary, FiguresFollowFromTheLaunches) {
  const json summary = summarize(run_of(cells()), all_lines());
  const json cell = cell_in(summary, two);
  const double drift = std::cbrt(1.1 * 1.2);
  EXPECT_NEAR(cell["samples_per_second"]["value"].get<double>(), 2880e3 * drift, 1.0);
  EXPECT_NEAR(cell["step_seconds"]["value"].get<double>(), 1024 / (2880e3 * drift), 1e-12);
  EXPECT_LT(cell["samples_per_second"]["low"], cell["samples_per_second"]["value"]);
  EXPECT_GT(cell["samples_per_second"]["high"], cell["samples_per_second"]["value"]);
  EXPECT_NEAR(cell["speed_up"]["plain"]["value"].get<double>(), 2880.0 / 1600, 1e-9);
  EXPECT_NEAR(cell["speed_up"]["self"]["value"].get<double>(), 2880.0 / 1580, 1e-9);
  EXPECT_NEAR(cell["strong_efficiency"]["plain"]["value"].get<double>(), 2880.0 / 3200, 1e-9);
  EXPECT_NEAR(cell["strong_efficiency"]["self"]["value"].get<double>(), 2880.0 / 3160, 1e-9);
  EXPECT_NEAR(cell["weak_efficiency"]["plain"]["value"].get<double>(), 2880.0 / 3000, 1e-9);
  EXPECT_NEAR(cell["weak_efficiency"]["self"]["value"].get<double>(), 2880.0 / 2900, 1e-9);
  EXPECT_EQ(cell["flags"], json::array());
  EXPECT_EQ(cell["launches"], (json{{"planned", 3}, {"ok", 3}}));
  EXPECT_EQ(cell["key"]["model"], "784-64-10");
  EXPECT_EQ(cell["key"]["device_batch"], 512);
  EXPECT_EQ(failed_cells(summary), 0);
}

TEST(Summary, SectionsAreMeansPeaksAndMedians) {
  const json cell = cell_in(summarize(run_of(cells()), all_lines()), two);
  EXPECT_NEAR(cell["phases"]["input_seconds"].get<double>(), 1.5e-6, 1e-18);
  EXPECT_NEAR(cell["phases"]["wait_seconds"].get<double>(), 2e-6, 1e-18);
  EXPECT_EQ(cell["phases"]["exchange_hidden_seconds"], 0.0);
  EXPECT_EQ(cell["memory"]["devices"][0]["peak_bytes"], (json{{"gradients", 102}}));
  EXPECT_EQ(cell["memory"]["devices"][0]["total_peak_bytes"], 204);
  EXPECT_EQ(cell["memory"]["host_rss_bytes"], 1000);
  EXPECT_NEAR(cell["startup_seconds"]["data"].get<double>(), 0.2, 1e-12);
  EXPECT_EQ(cell["startup_seconds"]["libraries"]["reason"], "x");
}

TEST(Summary, BaselinesSayThatTheyAre) {
  const json summary = summarize(run_of(cells()), all_lines());
  const json plain = cell_in(summary, "tf-mirrored/plain/n1/b1024");
  EXPECT_EQ(plain["strong_efficiency"]["plain"]["reason"], "the cell is the plain baseline");
  EXPECT_TRUE(plain["key"]["strategy"].is_null());
  const json self = cell_in(summary, "tf-mirrored/mirrored/n1/b1024");
  EXPECT_NEAR(self["strong_efficiency"]["plain"]["value"].get<double>(), 1580.0 / 1600, 1e-9);
  EXPECT_EQ(self["weak_efficiency"]["self"]["reason"], "the cell is the self baseline");
}

TEST(Summary, CrossoverIsTheSmallestWinningBatch) {
  const json summary = summarize(run_of(cells()), all_lines());
  ASSERT_EQ(summary["crossovers"].size(), 1U);
  EXPECT_EQ(summary["crossovers"][0]["smallest_global_batch"], 1024);
  EXPECT_EQ(summary["crossovers"][0]["devices"], 2);
}

TEST(Summary, AFailedLaunchTakesTheCellsFiguresAndNoOthers) {
  std::vector<json> lines = all_lines();
  fail_launch(lines, two, 1, "crashed");
  fail_launch(lines, two, 2, "skipped");
  const json summary = summarize(run_of(cells()), lines);
  const json cell = cell_in(summary, two);
  EXPECT_EQ(cell["status"], "crashed");
  EXPECT_EQ(cell["reason"], "because");
  EXPECT_TRUE(cell["samples_per_second"]["value"].is_null());
  EXPECT_TRUE(cell["strong_efficiency"]["plain"]["value"].is_null());
  EXPECT_TRUE(cell["phases"]["value"].is_null());
  EXPECT_EQ(cell["launches"], (json{{"planned", 3}, {"ok", 1}}));
  EXPECT_EQ(cell["failed_launches"].size(), 2U);
  EXPECT_EQ(failed_cells(summary), 1);
  EXPECT_EQ(cell_in(summary, "tf-mirrored/mirrored/n2/b64")["status"], "ok");
}

TEST(Summary, WrongResultsAreNeverPublished) {
  std::vector<json> lines = all_lines();
  for (int launch = 0; launch < launches; ++launch) fail_launch(lines, two, launch, "wrong_result");
  EXPECT_EQ(summarize(run_of(cells()), lines).dump().find("2880"), std::string::npos);
}

TEST(Summary, AFailedBaselineIsNamed) {
  std::vector<json> lines = all_lines();
  fail_launch(lines, "tf-mirrored/plain/n1/b1024", 0, "timeout");
  const json cell = cell_in(summarize(run_of(cells()), lines), two);
  EXPECT_EQ(cell["strong_efficiency"]["plain"]["reason"],
            "its baseline tf-mirrored/plain/n1/b1024 is timeout");
  EXPECT_FALSE(cell["strong_efficiency"]["self"]["value"].is_null());
  EXPECT_FALSE(cell["weak_efficiency"]["plain"]["value"].is_null());
}

TEST(Summary, UnfinishedSweepsHaveTheFiguresThereAre) {
  std::vector<json> lines = all_lines();
  lines.resize(cells().size() + 1);
  const json summary = summarize(run_of(cells()), lines);
  const json first = cell_in(summary, cells()[0].id()), last = cell_in(summary, two);
  EXPECT_EQ(first["launches"]["ok"], 2);
  EXPECT_EQ(last["launches"]["ok"], 1);
  EXPECT_EQ(last["status"], "ok");
  EXPECT_EQ(last["flags"], json::array({"incomplete"}));
  EXPECT_EQ(last["samples_per_second"]["reason"], "n = 1, no inference");
  const json none = cell_in(summarize(run_of(cells()), {}), two);
  EXPECT_EQ(none["status"], "interrupted");
}

TEST(Summary, FlagsAndRemarks) {
  std::vector<json> lines = all_lines();
  json run = run_of(cells());
  run["schedule"]["cores"] = 1;
  for (json& line : lines)
    if (line["cell"] == two)
      line["summary"]["samples_per_second"]["value"] =
          2.0 * line["summary"]["samples_per_second"]["value"].get<double>();
  const json summary = summarize(run, lines);
  EXPECT_EQ(cell_in(summary, two)["flags"], json::array({"oversubscribed", "above_100_percent"}));
  EXPECT_NE(cell_in(summary, two)["strong_efficiency"]["plain"]["reason"].get<std::string>().find(
                "above 100 %"),
            std::string::npos);
  EXPECT_EQ(summary["crossovers"][0]["reason"], "every cell is oversubscribed");
}

TEST(Summary, LinesThatAreNoLaunchesAreLeftOut) {
  std::vector<json> lines = all_lines();
  lines.push_back({{"cell", "another"}, {"launch", 0}, {"status", "ok"}});
  lines.push_back({{"cell", two}});
  lines.push_back({{"cell", 5}, {"launch", "x"}, {"status", 1}});
  EXPECT_EQ(summarize(run_of(cells()), lines), summarize(run_of(cells()), all_lines()));
}

TEST(Summary, ForeignRunFilesAreRefused) {
  EXPECT_THROW((void)summarize(json::object(), {}), protocol::error);
  EXPECT_THROW((void)summarize({{"cells", 1}}, {}), protocol::error);
}

TEST(Summary, CsvHasARowForEachCell) {
  std::vector<json> lines = all_lines();
  fail_launch(lines, two, 0, "crashed");
  for (json& line : lines)
    if (line["status"] == "crashed") line["reason"] = "a \"word\", and more";
  const std::string csv = to_csv(summarize(run_of(cells()), lines));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 11);
  EXPECT_TRUE(csv.starts_with("id,role,status,reason,program,"));
  EXPECT_NE(csv.find("tf-mirrored/mirrored/n2/b1024,measured,crashed,\"a \"\"word\"\", and "
                     "more\",train_multi,"),
            std::string::npos);
}

}  // namespace
}  // namespace dpscale::bench
