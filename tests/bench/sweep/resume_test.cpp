// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/bench/support/harness.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using test::content;
using test::harness;

/// Keeps the first `count` lines of a journal and `rest` behind them.
void cut_journal(const harness& h, std::size_t count, const std::string& rest) {
  const auto path = h.run() / "launches.jsonl";
  const std::string text = content(path);
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) at = text.find('\n', at) + 1;
  std::ofstream(path, std::ios::binary) << text.substr(0, at) << rest;
}

TEST(Resume, TheSamePlanGoesOnWhereItWas) {
  harness h;
  const test::scoped_variable counts("FAKE_TRAINER_COUNTS", h.folder().string());
  ASSERT_EQ(h.sweep().status, 0);
  const std::string kept = content(h.run() / "launches.jsonl").substr(0, 200);
  cut_journal(h, 17, R"({"cell": "tf-mirr)");
  std::filesystem::remove(h.run() / "summary.json");
  const auto result = h.sweep();
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_NE(result.output.find("17 of 30 launches are there already"), std::string::npos);
  EXPECT_NE(result.output.find("torn"), std::string::npos);
  EXPECT_EQ(h.lines().size(), 30U);
  EXPECT_EQ(content(h.run() / "launches.jsonl").substr(0, 200), kept)
      << "the journal was written anew";
  for (const json& cell : h.cells()) EXPECT_EQ(cell["launches"]["ok"], 3);
}

TEST(Resume, AFinishedRunRunsNothing) {
  harness h;
  ASSERT_EQ(h.sweep().status, 0);
  const std::string before = content(h.run() / "launches.jsonl");
  EXPECT_EQ(h.sweep().status, 0);
  EXPECT_EQ(content(h.run() / "launches.jsonl"), before);
}

TEST(Resume, AnotherPlanIsRefusedAndNothingChanges) {
  harness h;
  ASSERT_EQ(h.sweep().status, 0);
  const std::string run = content(h.run() / "run.json"),
                    journal = content(h.run() / "launches.jsonl");
  const auto result = h.sweep({"--launches", "4"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.output.find("differs in launches"), std::string::npos) << result.output;
  EXPECT_EQ(content(h.run() / "run.json"), run);
  EXPECT_EQ(content(h.run() / "launches.jsonl"), journal);
}

TEST(Resume, FoldersOfSomethingElseAreLeftAlone) {
  harness h;
  std::filesystem::create_directories(h.run());
  std::ofstream(h.run() / "precious") << "data";
  EXPECT_EQ(h.sweep().status, 2);
  EXPECT_EQ(content(h.run() / "precious"), "data");
}

TEST(Resume, ARunFileThatIsNoneIsBadData) {
  harness h;
  std::filesystem::create_directories(h.run());
  std::ofstream(h.run() / "run.json") << "{\"schema\": ";
  EXPECT_EQ(h.sweep().status, 7);
  EXPECT_EQ(h.dpscale({"sweep", "--resume", "--output", h.run().string(), "--trainers",
                       test::fake_trainers().string()})
                .status,
            7);
  EXPECT_EQ(h.dpscale({"summarize", h.run().string()}).status, 7);
}

TEST(Resume, FailedAndSkippedLaunchesAreNotRunAgain) {
  harness h;
  {
    const test::scoped_variable rules("FAKE_TRAINER", "multi2:64=memory");
    ASSERT_EQ(h.sweep().status, 9);
  }
  const std::string before = content(h.run() / "launches.jsonl");
  cut_journal(h, 29, "");
  EXPECT_EQ(h.sweep().status, 9);
  EXPECT_EQ(h.lines().size(), 30U);
  EXPECT_EQ(h.cell("tf-mirrored/mirrored/n2/b64")["status"], "out_of_memory");
}

}  // namespace
}  // namespace dpscale::bench
