// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// Whole sweeps whose cells take turns, by the dpscale binary and fake trainers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/bench/support/harness.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using test::content;
using test::harness;

/// A sweep of two groups by turns, with little to measure.
test::finished sweep(harness& h, const std::vector<std::string>& more = {},
                     const std::string& fake = "") {
  const test::scoped_variable turns("FAKE_TRAINER_TURNS", "1");
  const test::scoped_variable modes("FAKE_TRAINER", fake);
  std::vector<std::string> words{"--turns", "auto"};
  words.insert(words.end(), more.begin(), more.end());
  return h.sweep(words);
}

/// (group, round) of every line.
std::multiset<std::pair<std::string, int>> rounds_of(const harness& h) {
  std::multiset<std::pair<std::string, int>> all;
  for (const json& line : h.lines()) all.emplace(line.at("group"), line.at("round"));
  return all;
}

json launch_of(const json& round, const std::string& cell) {
  for (const json& launch : round.at("launches"))
    if (launch.at("cell") == cell) return launch;
  return nullptr;
}

TEST(Turns, EveryRoundIsOneLineWithItsLaunchesAndItsTurnsInBalancedOrder) {
  harness h;
  const auto result = sweep(h);
  ASSERT_EQ(result.status, 0) << result.output;
  const auto rounds = rounds_of(h);
  for (const char* group : {"tf-mirrored/mirrored/n2/b64", "tf-mirrored/mirrored/n2/b1024"})
    for (int round = 0; round < 3; ++round) EXPECT_EQ(rounds.count({group, round}), 1U);
  for (const json& line : h.lines()) {
    EXPECT_EQ(line["schema"], "dpscale.round/1");
    ASSERT_EQ(line["launches"].size(), 5U);
    for (const json& launch : line["launches"]) EXPECT_EQ(launch["status"], "ok") << launch;
    const json& turns = line["turns"];
    ASSERT_GE(turns.size(), 40U) << "four passes, each forwards and backwards";
    ASSERT_EQ(turns.size() % 10, 0U);
    for (std::size_t pass = 0; pass < turns.size() / 10; ++pass)
      for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(turns[10 * pass + i]["pass"], pass);
        EXPECT_EQ(turns[10 * pass + i]["cell"], turns[10 * pass + 9 - i]["cell"]);
      }
  }
  EXPECT_EQ(json::parse(content(h.run() / "run.json"))["schedule"]["method"], "turns");
  // All turns of a fake trainer are alike, so that three rounds decide every ratio.
  const json groups = h.summary()["groups"];
  ASSERT_EQ(groups.size(), 2U);
  for (const json& group : groups) {
    EXPECT_EQ(group["rounds"], 3) << group;
    EXPECT_TRUE(group["reason"].get<std::string>().starts_with("the first 3: "));
  }
}

TEST(Turns, TrainersWithoutThemAreMeasuredLaunchByLaunchAndTheRunSaysSo) {
  harness h;
  ASSERT_EQ(h.sweep({"--turns", "auto"}).status, 0);
  const json schedule = json::parse(content(h.run() / "run.json"))["schedule"];
  EXPECT_EQ(schedule["method"], "launches");
  EXPECT_EQ(schedule["alone_because"], "train_single has no --turns");
  EXPECT_EQ(h.lines().size(), 30U);
}

TEST(Turns, ARoundThatWasCutOffRunsAgainWholeAndNoneTwice) {
  harness h;
  ASSERT_EQ(sweep(h).status, 0);
  const auto path = h.run() / "launches.jsonl";
  const std::string text = content(path);
  const auto whole = rounds_of(h);
  const std::size_t second = text.find('\n', text.find('\n') + 1) + 1;
  std::ofstream(path, std::ios::binary) << text.substr(0, second + 500);
  const auto result = sweep(h);
  ASSERT_EQ(result.status, 0) << result.output;
  EXPECT_NE(result.output.find("2 of 6 rounds of turns are there already"), std::string::npos)
      << result.output;
  EXPECT_EQ(content(path).substr(0, second), text.substr(0, second));
  std::set<std::pair<std::string, int>> once;
  for (const auto& round : rounds_of(h)) EXPECT_TRUE(once.insert(round).second) << round.first;
  for (const auto& round : whole) {
    EXPECT_TRUE(round.second >= 3 || once.contains(round));
  }
}

struct fault {
  const char* mode;
  const char* status;
  const char* words;
};

class MemberFault : public testing::TestWithParam<fault> {};

TEST_P(MemberFault, IsARowWithItsReasonAndTheOthersGoOn) {
  harness h;
  const auto result = sweep(h, {"--deadline", "1", "--memory-limit", "none"},
                            std::string("multi2:1024=") + GetParam().mode);
  EXPECT_EQ(result.status, 9) << result.output;
  const json bad = h.cell("tf-mirrored/mirrored/n2/b1024");
  EXPECT_EQ(bad["status"], GetParam().status) << bad["reason"];
  EXPECT_NE(bad["reason"].get<std::string>().find(GetParam().words), std::string::npos)
      << bad["reason"];
  for (const json& line : h.lines()) {
    if (line["group"] != "tf-mirrored/mirrored/n2/b1024") continue;
    EXPECT_EQ(launch_of(line, "tf-mirrored/plain/n1/b1024")["status"], "ok");
    if (line["round"] == 0) continue;
    EXPECT_EQ(launch_of(line, "tf-mirrored/mirrored/n2/b1024")["status"], "skipped");
  }
  for (const json& cell : h.cells()) {
    EXPECT_TRUE(cell["id"] == bad["id"] || cell["status"] == "ok") << cell["id"] << cell["reason"];
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, MemberFault,
    testing::Values(fault{"turn_sigkill", "crashed", "SIGKILL"},
                    fault{"turn_stopped", "timeout", "ended"},
                    fault{"turn_silent", "timeout", "ended"},
                    fault{"turn_unready", "timeout", "ended"},
                    fault{"turn_exit", "crashed", "in the middle of its turns"},
                    fault{"turn_memory", "out_of_memory", "exit 4"},
                    fault{"turn_garbage", "crashed", "said 'what?' on --turns"},
                    fault{"sigkill", "crashed", "SIGKILL"}),
    [](const auto& each) { return std::string(each.param.mode); });

}  // namespace
}  // namespace dpscale::bench
