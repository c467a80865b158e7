// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/bench/support/harness.hpp"

// Options given to the sweep as they are to the trainers, options given twice, going on.

namespace dpscale::bench {
namespace {

using nlohmann::json;
using test::harness;

using words = std::vector<std::string>;

/// A dry run with the real trainers, whose --describe tells each option's type.
test::finished dry_run(harness& h, words more) {
  words line{"sweep",    "--dry-run",      "--devices",
             "2",        "--trainers",     test::dpscale_binary().parent_path().string(),
             "--output", h.run().string(), "--preset",
             "wide"};
  line.insert(line.end(), more.begin(), more.end());
  if (std::find(more.begin(), more.end(), "--global-batch") == more.end())
    line.insert(line.end(), {"--global-batch", "64"});
  return h.dpscale(line);
}

struct taken {
  words given;
  const char* cell;  ///< part of the multi-device cell's id
};

TEST(Habits, OptionsOfTheTrainersAreTakenForAllCells) {
  const std::vector<taken> rows{
      {{"--backend", "cpu"}, "/b64/backend=cpu "},
      {{"--lr", "0.01", "--threads-per-device", "1"}, "/b64/lr=0.01/threads-per-device=1 "},
      {{"--lr=0.01"}, "/b64/lr=0.01 "},
      {{"--verify"}, "/b64/verify=true "},
      {{"--verify", "--limit", "100"}, "/b64/limit=100/verify=true "},
      {{"--limit", "100", "--axis", "lr=0.1,0.2"}, "/b64/limit=100/lr=0.2 "},
      {{"--seed", "7"}, "/b64 "},
  };
  for (const taken& row : rows) {
    harness h;
    const auto result = dry_run(h, row.given);
    EXPECT_EQ(result.status, 0) << row.cell << ": " << result.output;
    EXPECT_NE(result.output.find(row.cell), std::string::npos) << row.cell << ": " << result.output;
  }
}

struct refused {
  words given;
  const char* said;
};

TEST(Habits, WhatIsNoOptionOrCannotBeGivenIsOneLine) {
  const std::vector<refused> rows{
      {{"--threads-per-devise", "1"}, "did you mean --threads-per-device?"},
      {{"--lunches", "3"}, "did you mean --launches?"},
      {{"--zzzzzzzzzz"}, "--zzzzzzzzzz: neither an option of dpscale sweep nor of the trainer"},
      {{"--lr"}, "--lr: the value is missing"},
      {{"--lr="}, "--lr: the value is missing"},
      {{"--devices="}, "--devices: the value is missing"},
      {{"--lr", "--verify"}, "--lr: the value is missing"},
      {{"--verify", "3"}, "--verify: a switch takes no value ('3')"},
      {{"--budget-seconds", "1"}, "from --budget or --launch-budget"},
      {{"--record", "x.json"}, "each launch writes into the run's folder"},
      {{"--measure"}, "every launch measures"},
      {{"--epochs", "3"}, "every launch measures"},
      {{"--quiet"}, "no option to give"},
      {{"stray"}, "stray"},
      // Given twice.
      {{"--global-batch", "64", "--global-batch", "64"}, "--global-batch: given 2 times"},
      {{"--devices", "1"}, "--devices: given 2 times"},
      {{"--dry-run"}, "--dry-run: given 2 times"},
      {{"--launches", "1", "--launches=2", "--launches", "3"}, "--launches: given 3 times"},
      {{"--lr", "1", "--lr=2"}, "--lr: given 2 times"},
      {{"--verify", "--verify"}, "--verify: given 2 times"},
      {{"--axis", "lr=1", "--axis", "lr=2"}, "--lr: given 2 times"},
      {{"--axis", "lr=1,2", "--lr", "1"}, "--lr: given 2 times"},
  };
  for (const refused& row : rows) {
    harness h;
    const auto result = dry_run(h, row.given);
    EXPECT_EQ(result.status, 2) << row.said << ": " << result.output;
    EXPECT_NE(result.output.find(row.said), std::string::npos) << row.said << ": " << result.output;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }
}

TEST(Habits, EachTrainerGetsWhatItHas) {
  harness h;
  ASSERT_EQ(h.sweep({"--launches", "1", "--warmup-seconds", "0.1", "--bucket-bytes=65536"}).status,
            0);
  for (const json& line : h.lines()) {
    const auto command = line["command"].get<words>();
    const bool single = command.front() == "train_single";
    const auto value_of = [&](const char* option) -> std::string {
      const auto at = std::find(command.begin(), command.end(), option);
      return at == command.end() ? "" : *(at + 1);
    };
    EXPECT_EQ(value_of("--warmup-seconds"), "0.1");
    EXPECT_EQ(value_of("--bucket-bytes"), single ? "" : "65536") << line["command"];
    EXPECT_EQ(value_of("--strategy"), single ? "" : "mirrored");
  }
  const json plan = json::parse(test::content(h.run() / "run.json"))["plan"];
  EXPECT_EQ(plan["axes"], (json{{"warmup-seconds", {"0.1"}}, {"bucket-bytes", {"65536"}}}));
}

TEST(Habits, TheSameCommandAndResumeGoesOn) {
  harness h;
  ASSERT_EQ(h.sweep({"--lr", "1"}).status, 2) << "the fake trainers have no --lr";
  ASSERT_EQ(h.sweep({"--warmup-seconds", "0.1"}).status, 0);
  const auto journal = h.run() / "launches.jsonl";
  const std::string whole = test::content(journal);
  std::ofstream(journal, std::ios::binary) << whole.substr(0, whole.find('\n') + 1);
  const auto result = h.sweep({"--warmup-seconds", "0.1", "--resume"});
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_NE(result.output.find("1 of 30 launches are there already"), std::string::npos);
  EXPECT_EQ(h.lines().size(), 30U);
}

TEST(Habits, AnotherPlanAndResumeIsRefusedWithWhatDiffers) {
  harness h;
  ASSERT_EQ(h.sweep({"--launches", "1"}).status, 0);
  const std::string before = test::content(h.run() / "launches.jsonl");
  const std::vector<refused> rows{
      {{"--launches", "2"}, "launches (1 there, 2 here)"},
      {{"--launches", "1", "--global-batch", "64"}, "global_batch ([64,1024] there, [64] here)"},
      {{"--launches", "1", "--deadline", "9"}, "deadline_seconds (not given there, 9.0 here)"},
      {{"--launches", "1", "--warmup-seconds", "1"}, "axes ({} there, {\"warmup-seconds\":"},
  };
  for (const refused& row : rows)
    for (const char* last : {"--resume", "--dry-run"}) {
      words given = row.given;
      given.emplace_back(last);
      const auto result = h.sweep(given);
      EXPECT_EQ(result.status, 2) << result.output;
      EXPECT_NE(result.output.find(row.said), std::string::npos) << result.output;
      EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
      EXPECT_EQ(test::content(h.run() / "launches.jsonl"), before);
    }
}

TEST(Habits, ResumeAloneTakesThePlanFromTheRun) {
  harness h;
  ASSERT_EQ(h.sweep({"--launches", "1", "--bucket-bytes", "1"}).status, 0);
  const words alone{"sweep",          "--resume",   "--output",
                    h.run().string(), "--trainers", test::fake_trainers().string()};
  EXPECT_EQ(h.dpscale(alone).status, 0);
  EXPECT_EQ(h.dpscale({"sweep", "--resume"}).status, 2);
  harness empty;
  EXPECT_EQ(empty.sweep({"--resume"}).status, 2) << "there is nothing to go on with";
  EXPECT_FALSE(std::filesystem::exists(empty.run()));
}

}  // namespace
}  // namespace dpscale::bench
