// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/bench/support/harness.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using test::content;
using test::harness;

// The fake trainer's own formula: microseconds a step.
double step_of(bool multi, int devices, double batch) {
  return (10.0 + batch / devices) * (multi ? 1.05 : 1.0) + (devices > 1 ? 20.0 : 0.0);
}

/// Where two documents differ by more than rounding; a line each.
void differences(const json& golden, const json& found, const std::string& path, std::string& out) {
  if (golden.is_number() && found.is_number()) {
    const double a = golden.get<double>(), b = found.get<double>();
    if (std::fabs(a - b) > 1e-9 * std::fabs(a)) out += path + ": " + found.dump() + "\n";
  } else if (golden.type() != found.type() || golden.size() != found.size()) {
    out += path + ": " + found.dump() + "\n";
  } else if (golden.is_object()) {
    for (const auto& [key, value] : golden.items())
      differences(value, found.value(key, json()), path + "/" + key, out);
  } else if (golden.is_array()) {
    for (std::size_t i = 0; i < golden.size(); ++i)
      differences(golden[i], found[i], path + "/" + std::to_string(i), out);
  } else if (golden != found) {
    out += path + ": " + found.dump() + "\n";
  }
}

TEST(WholeSweep, FiguresAreThoseOfTheTrainersFormula) {
  harness h;
  const test::scoped_variable counts("FAKE_TRAINER_COUNTS", h.folder().string());
  const auto result = h.sweep();
  ASSERT_EQ(result.status, 0) << result.output;
  const json cell = h.cell("tf-mirrored/mirrored/n2/b1024");
  const double plain = step_of(false, 1, 1024) / step_of(true, 2, 1024);
  const double self = step_of(true, 1, 1024) / step_of(true, 2, 1024);
  // Weak: half the batch on one device.
  const double weak = 1024.0 / step_of(true, 2, 1024) / (2 * 512.0 / step_of(false, 1, 512));
  EXPECT_NEAR(cell["speed_up"]["plain"]["value"].get<double>(), plain, 1e-9);
  EXPECT_NEAR(cell["speed_up"]["self"]["value"].get<double>(), self, 1e-9);
  EXPECT_NEAR(cell["strong_efficiency"]["plain"]["value"].get<double>(), plain / 2, 1e-9);
  EXPECT_NEAR(cell["weak_efficiency"]["plain"]["value"].get<double>(), weak, 1e-9);
  // Launches differ by up to 1 %, in all cells alike: pairing takes that out.
  EXPECT_NEAR(cell["speed_up"]["plain"]["low"].get<double>(), plain, 1e-6);
  EXPECT_LT(cell["samples_per_second"]["low"], cell["samples_per_second"]["value"]);
  EXPECT_EQ(cell["key"]["model"], "784-64-10");
  // 1.05 x (10 + 32) + 20 > 10 + 64 is false; at 64 two devices win, by 64.1 against 74.
  EXPECT_EQ(h.summary()["crossovers"][0]["smallest_global_batch"], 64);
}

TEST(WholeSweep, FilesAreOfTheirSchemas) {
  harness h;
  ASSERT_EQ(h.sweep().status, 0);
  using protocol::schema;
  EXPECT_EQ(protocol::faults(schema::summary, h.summary()), std::vector<std::string>{});
  EXPECT_EQ(protocol::faults(schema::run, json::parse(content(h.run() / "run.json"))),
            std::vector<std::string>{});
  for (const json& line : h.lines())
    EXPECT_EQ(protocol::faults(schema::record, line), std::vector<std::string>{}) << line["cell"];
  std::set<std::string> names;
  for (const auto& item : std::filesystem::directory_iterator(h.run()))
    names.insert(item.path().filename());
  EXPECT_EQ(names,
            (std::set<std::string>{"run.json", "launches.jsonl", "summary.json", "summary.csv"}));
}

TEST(WholeSweep, BlocksAreCompleteAndInTheOrderOfTheSchedule) {
  harness h;
  ASSERT_EQ(h.sweep().status, 0);
  const json run = json::parse(content(h.run() / "run.json"));
  const auto lines = h.lines();
  ASSERT_EQ(lines.size(), 3U * 10U);
  std::size_t at = 0;
  for (std::size_t block = 0; block < 3; ++block)
    for (const json& index : run["schedule"]["blocks"][block]) {
      EXPECT_EQ(lines[at]["block"], block);
      EXPECT_EQ(lines[at]["cell"], run["cells"][index.get<std::size_t>()]["id"]);
      ++at;
    }
  EXPECT_EQ(run["state"], "complete");
}

TEST(WholeSweep, SummarizeGivesTheSameAgain) {
  harness h;
  ASSERT_EQ(h.sweep().status, 0);
  const std::string summary = content(h.run() / "summary.json"),
                    csv = content(h.run() / "summary.csv");
  std::filesystem::remove(h.run() / "summary.json");
  std::filesystem::remove(h.run() / "summary.csv");
  EXPECT_EQ(h.dpscale({"summarize", h.run().string()}).status, 0);
  EXPECT_EQ(content(h.run() / "summary.json"), summary);
  EXPECT_EQ(content(h.run() / "summary.csv"), csv);
  EXPECT_EQ(h.dpscale({"summarize", "/nowhere"}).status, 2);
}

TEST(WholeSweep, DryRunWritesNothing) {
  harness h;
  const auto result = h.sweep({"--dry-run"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.output.find("10 cells x 3 launches = 30 launches"), std::string::npos)
      << result.output;
  EXPECT_FALSE(std::filesystem::exists(h.run()));
}

TEST(WholeSweep, APlanFileDoesWhatFlagsDoAndFlagsGoBeforeIt) {
  harness h;
  const auto file = h.folder() / "plan.json";
  std::ofstream(file)
      << R"({"preset": "tf-mirrored", "devices": [1, 2], "global_batch": 64, "launches": 4,
                             "axes": {"bucket-bytes": [1, 2]}})";
  const std::vector<std::string> words{"sweep",  "--trainers",  test::fake_trainers().string(),
                                       "--plan", file.string(), "--launches",
                                       "2",      "--dry-run"};
  const auto result = h.dpscale(words);
  EXPECT_EQ(result.status, 0) << result.output;
  // plain 32, 64; for each bucket size self 32, 64 and measured 64.
  EXPECT_NE(result.output.find("8 cells x 2 launches"), std::string::npos) << result.output;
}

TEST(WholeSweep, UsageIsOneLineAndTwo) {
  harness h;
  const std::vector<std::vector<std::string>> wrong{{"--devices", "0"},
                                                    {"--global-batch", "x"},
                                                    {"--axis", "lr"},
                                                    {"--axis", "no-such=1"},
                                                    {"--strategy", "no-such"},
                                                    {"--preset", "no-such"},
                                                    {"--launches", "0"},
                                                    {"--budget", "nan"},
                                                    {"--memory-limit", "many"},
                                                    {"--no-such-option"},
                                                    {"--plan"},
                                                    {"--resume"}};
  for (const auto& more : wrong) {
    const auto result = h.sweep(more);
    EXPECT_EQ(result.status, 2) << more[0] << ": " << result.output;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }
  EXPECT_EQ(h.dpscale({}).status, 2);
  EXPECT_EQ(h.dpscale({"nothing"}).status, 2);
  EXPECT_EQ(h.sweep({"--plan", "/nowhere/plan.json"}).status, 7);
  EXPECT_EQ(h.sweep({"--trainers", "/nowhere"}).status, 6);
  EXPECT_FALSE(std::filesystem::exists(h.run()));
}

TEST(WholeSweep, HelpAndVersion) {
  harness h;
  EXPECT_EQ(h.dpscale({"--help"}).status, 0);
  const auto help = h.dpscale({"sweep", "--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* option :
       {"--devices", "--global-batch", "--axis", "--budget", "--resume", "--memory-limit"})
    EXPECT_NE(help.output.find(option), std::string::npos) << option;
  EXPECT_TRUE(h.dpscale({"--version"}).output.starts_with("dpscale 0."));
}

TEST(WholeSweep, AReportWithoutItsPackageSaysWhatToDo) {
  harness h;
  const test::scoped_variable python("DPSCALE_PYTHON", "/nowhere/python");
  const auto result = h.dpscale({"report", h.run().string()});
  EXPECT_EQ(result.status, 6);
  EXPECT_NE(result.output.find("scripts/setup"), std::string::npos) << result.output;
}

// Everything but the machine, the time and the folder is the same in every run.
TEST(WholeSweep, SummaryIsGoldenButForWhatIsMeasuredHere) {
  harness h;
  ASSERT_EQ(h.sweep({"--global-batch", "64", "--memory-limit", "none"}).status, 0);
  json summary = h.summary();
  for (const char* key : {"run_id", "created_at", "dpscale", "environment", "plan"})
    summary[key] = "*";
  const json golden = json::parse(
      content(std::filesystem::path(__FILE__).parent_path() / "../figures/golden_summary.json"));
  std::string found;
  differences(golden, summary, "", found);
  EXPECT_EQ(found, "");
}

}  // namespace
}  // namespace dpscale::bench
