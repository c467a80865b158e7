// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0

// From a journal with lines of rounds to the summary and to what is still undecided.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/figures/summary.hpp"
#include "bench/figures/turns/ratio_states.hpp"
#include "bench/plan/cells.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

constexpr int cores = 4;
const std::string plain = "p/plain/n1/b64", self = "p/s/n1/b64", two = "p/s/n2/b64",
                  four = "p/s/n4/b64";

std::vector<cell> cells() {
  plan value;
  value.workloads = {{"p", ""}};
  value.strategies = {"s"};
  value.devices = {1, 2, 4};
  value.global_batches = {64};
  return expand(value, {});
}

json run() {
  json list = json::array();
  for (const cell& value : cells()) list.push_back(to_json(value));
  return {{"schema", "dpscale.run/1"},
          {"run_id", "one"},
          {"started_at", "2026-01-31T12:00:00Z"},
          {"dpscale", {{"version", "0.1.0"}, {"commit", "unknown"}}},
          {"environment", {{"value", nullptr}, {"reason", "made up"}}},
          {"command", {"dpscale", "sweep"}},
          {"plan", {{"launches", 3}, {"budget_seconds", 10.0}}},
          {"schedule", {{"cores", cores}}},
          {"cells", list}};
}

json launch_line(const std::string& id, int launch, double rate, const char* status = "ok") {
  return {{"status", status}, {"reason", nullptr},
          {"cell", id},       {"launch", launch},
          {"block", launch},  {"summary", {{"samples_per_second", {{"value", rate}}}}}};
}

/// A round of a measured cell, self and plain, in which it is `ratio` times as fast as plain and
/// self 0.9 times. What the launches' own figures say is another story, on purpose.
json round_line(const std::string& group, int number, double ratio, int lost_passes = 0) {
  json line{{"schema", "dpscale.round/1"},
            {"group", group},
            {"round", number},
            {"launches",
             {launch_line(plain, number, 100), launch_line(self, number, 100),
              launch_line(group, number, 100)}},
            {"turns", json::array()}};
  for (int pass = 0; pass < 6; ++pass)
    for (const std::string& id : {plain, self, group, group, self, plain}) {
      const double speed = id == plain ? 1.0 : id == self ? 0.9 : ratio;
      line["turns"].push_back(
          {{"cell", id},
           {"pass", pass},
           {"seconds", 0.02 / speed},
           {"steps", 64},
           {"samples", 4096},
           {"devices", 1},
           {"disturbance", {{"run_queue_wait_seconds", pass < lost_passes ? 0.02 : 0.0}}}});
    }
  return line;
}

/// Three rounds of two devices, three of four; efficiencies 0.9 within 1 % and 0.5.
std::vector<json> lines() {
  return {round_line(two, 0, 1.80), round_line(four, 0, 2.0), round_line(two, 1, 1.81),
          round_line(four, 1, 2.6), round_line(two, 2, 1.79), round_line(four, 2, 1.5)};
}

json cell_in(const json& summary, const std::string& id) {
  for (const json& item : summary.at("cells"))
    if (item.at("id") == id) return item;
  throw std::runtime_error("no cell " + id);
}

TEST(TurnsSummary, RatiosComeFromTheRoundsAndSaySo) {
  const json summary = summarize(run(), lines());
  EXPECT_EQ(protocol::faults(protocol::schema::summary, summary), std::vector<std::string>{});
  const json strong = cell_in(summary, two)["strong_efficiency"]["plain"];
  EXPECT_NEAR(strong["value"].get<double>(), std::cbrt(1.80 * 1.81 * 1.79) / 2, 1e-9);
  EXPECT_EQ(strong["method"], "turns");
  EXPECT_EQ(strong["rounds"], 3);
  EXPECT_EQ(strong["foursomes"], 18);
  EXPECT_EQ(strong["left_out"], 0);
  EXPECT_NEAR(cell_in(summary, two)["speed_up"]["self"]["value"].get<double>(),
              std::cbrt(1.80 * 1.81 * 1.79) / 0.9, 1e-9);
  // Plain and self take turns in the rounds of both groups: all six count.
  const json baselines = cell_in(summary, self)["strong_efficiency"]["plain"];
  EXPECT_NEAR(baselines["value"].get<double>(), 0.9, 1e-9);
  EXPECT_EQ(baselines["rounds"], 6);
  EXPECT_EQ(cell_in(summary, plain)["speed_up"]["plain"].contains("method"), false);
  EXPECT_EQ(cell_in(summary, two)["flags"], json::array());
}

TEST(TurnsSummary, LaunchesCountByGroupAndARepeatedRoundOnce) {
  std::vector<json> repeated = lines();
  repeated.push_back(round_line(two, 1, 1.85));
  const json summary = summarize(run(), repeated);
  EXPECT_EQ(cell_in(summary, plain)["launches"], (json{{"planned", 3}, {"ok", 6}}));
  EXPECT_EQ(cell_in(summary, two)["launches"], (json{{"planned", 3}, {"ok", 3}}));
  EXPECT_NEAR(cell_in(summary, two)["speed_up"]["plain"]["value"].get<double>(),
              std::cbrt(1.80 * 1.85 * 1.79), 1e-9);
}

TEST(TurnsSummary, AFailedMemberTakesItsCellsFigures) {
  std::vector<json> failed = lines();
  failed[0]["launches"][2] = launch_line(two, 0, 0, "crashed");
  const json summary = summarize(run(), failed);
  EXPECT_EQ(cell_in(summary, two)["status"], "crashed");
  EXPECT_TRUE(cell_in(summary, two)["speed_up"]["plain"]["value"].is_null());
  EXPECT_EQ(cell_in(summary, plain)["status"], "ok");
}

TEST(TurnsSummary, DisturbedFoursomesShowAsAFlagWithTheirCount) {
  std::vector<json> lost = lines();
  lost[0] = round_line(two, 0, 1.80, 2);
  lost[2] = round_line(two, 1, 1.81, 5);
  const json summary = summarize(run(), lost);
  const json cell = cell_in(summary, two);
  EXPECT_EQ(cell["flags"], json::array({"disturbed"}));
  EXPECT_EQ(cell["strong_efficiency"]["plain"]["rounds"], 2);
  EXPECT_EQ(cell["strong_efficiency"]["plain"]["foursomes"], 10);
  EXPECT_EQ(cell["strong_efficiency"]["plain"]["left_out"], 8);
  EXPECT_EQ(cell["strong_efficiency"]["plain"]["reason"], "n = 2 rounds, no inference");
  EXPECT_EQ(cell_in(summary, four)["flags"], json::array());
}

TEST(TurnsSummary, WithoutRoundsInCommonItIsBlockByBlock) {
  std::vector<json> alone;
  for (int block = 0; block < 3; ++block)
    for (const auto& [id, rate] : {std::pair{plain, 100.0}, {self, 90.0}, {two, 180.0}})
      alone.push_back(launch_line(id, block, rate));
  const json strong = cell_in(summarize(run(), alone), two)["strong_efficiency"]["plain"];
  EXPECT_EQ(strong["method"], "launches");
  EXPECT_FALSE(strong.contains("rounds"));
  EXPECT_NEAR(strong["value"].get<double>(), 0.9, 1e-9);
}

// One device alone is 20 % faster with half the batch; its launches' own figures say nothing.
TEST(TurnsSummary, TheCauseOfMoreThanAHundredPercentIsLookedForInTheRounds) {
  const std::string half = "p/plain/n1/b32";
  std::vector<json> fast;
  for (int number = 0; number < 3; ++number) {
    json line = round_line(two, number, 2.2);
    line["launches"].push_back(launch_line(half, number, 100));
    for (json turn : json(line["turns"]))
      if (turn["cell"] == plain) {
        turn["cell"] = half;
        turn["seconds"] = 0.02 / 1.2;
        line["turns"].push_back(turn);
      }
    fast.push_back(line);
  }
  const json cell = cell_in(summarize(run(), fast), two);
  EXPECT_EQ(cell["flags"], json::array({"above_100_percent"}));
  EXPECT_NE(
      cell["strong_efficiency"]["plain"]["reason"].get<std::string>().find("runs 20.0 % more"),
      std::string::npos)
      << cell["strong_efficiency"];
}

TEST(TurnsSummary, LaunchesOfRoundsAreNoBlocks) {
  std::vector<json> mixed{round_line(two, 0, 1.8)};
  // Four devices ran alone: their block 0 has nothing to do with round 0 of two.
  mixed.push_back(launch_line(four, 0, 400));
  const json strong = cell_in(summarize(run(), mixed), four)["strong_efficiency"]["plain"];
  EXPECT_EQ(strong["reason"], "no block holds a launch of both cells");
}

// Of log ratios ln 1.80, ln 1.81 and ln 1.79 the deviation is 0.00556: 0.9 x 2 x 4.3027 x that /
// sqrt 3 is 2.5 points. Those of four devices differ by a quarter.
TEST(RatioStates, TellWhichGroupsNeedFurtherRounds) {
  const auto states = ratio_states(cells(), lines(), cores);
  ASSERT_EQ(states.size(), 2U);
  EXPECT_EQ(states[0].group, two);
  EXPECT_NEAR(states[0].width, 0.9 * 2 * 4.302653 * 0.005556 / std::sqrt(3.0), 1e-4);
  EXPECT_TRUE(states[0].decided);
  EXPECT_EQ(states[1].group, four);
  EXPECT_FALSE(states[1].decided);
  EXPECT_TRUE(std::isfinite(states[1].width));
  EXPECT_FALSE(ratio_states(cells(), lines(), cores, 0.01)[0].decided);
}

TEST(RatioStates, WithoutAnIntervalTheWidthIsInfinite) {
  const auto states = ratio_states(cells(), {round_line(two, 0, 1.8)}, cores);
  ASSERT_EQ(states.size(), 1U);
  EXPECT_TRUE(std::isinf(states[0].width));
  EXPECT_FALSE(states[0].decided);
}

TEST(RatioStates, WhatNoRoundCanChangeIsDecided) {
  std::vector<json> failed = lines();
  failed[1]["launches"][2] = launch_line(four, 0, 0, "crashed");
  EXPECT_TRUE(ratio_states(cells(), failed, cores)[1].decided);
  EXPECT_TRUE(ratio_states(cells(), {round_line(plain, 0, 1.0)}, cores)[0].decided);
  EXPECT_TRUE(ratio_states({}, lines(), cores)[0].decided);
}

}  // namespace
}  // namespace dpscale::bench
