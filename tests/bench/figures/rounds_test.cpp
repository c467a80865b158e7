// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/turns/rounds.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace dpscale::bench {
namespace {

using nlohmann::json;

json turn_line(const std::string& cell) {
  return {{"cell", cell},
          {"pass", 0},
          {"seconds", 0.0203},
          {"steps", 64},
          {"samples", 4096},
          {"devices", 2},
          {"disturbance",
           {{"steal_seconds", 0.01},
            {"involuntary_switches", 3},
            {"run_queue_wait_seconds", 0.0005},
            {"throttled_periods", nullptr}}}};
}

json line(int number = 3) {
  return {{"schema", "dpscale.round/1"},
          {"group", "a/n2"},
          {"round", number},
          {"launches", json::array()},
          {"turns", {turn_line("a/n2"), turn_line("b")}}};
}

TEST(Rounds, AreReadAsTheyStand) {
  // Through text, as from a journal: there, whole numbers are unsigned.
  const auto read = round_from_json(json::parse(line().dump()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->group, "a/n2");
  EXPECT_EQ(read->number, 3);
  ASSERT_EQ(read->turns.size(), 2U);
  const turn& first = read->turns[0];
  EXPECT_EQ(first.cell, "a/n2");
  EXPECT_EQ(first.seconds, 0.0203);
  EXPECT_EQ(first.steps, 64);
  EXPECT_EQ(first.samples, 4096);
  EXPECT_EQ(first.devices, 2);
  EXPECT_EQ(first.lost.steal_seconds, 0.01);
  EXPECT_EQ(first.lost.run_queue_wait_seconds, 0.0005);
  EXPECT_EQ(first.lost.involuntary_switches, 3);
  EXPECT_FALSE(first.lost.throttled_periods);
}

TEST(Rounds, ADisturbanceThatIsNotThereIsNone) {
  json none = line(), empty = line(), null = line();
  none["turns"][0].erase("disturbance");
  empty["turns"][0]["disturbance"] = json::object();
  null["turns"][0]["disturbance"] = nullptr;
  for (const json& tried : {none, empty, null}) {
    const auto read = round_from_json(tried);
    ASSERT_TRUE(read) << tried.dump();
    EXPECT_FALSE(read->turns[0].lost.steal_seconds);
    EXPECT_FALSE(read->turns[0].lost.throttled_periods);
  }
}

TEST(Rounds, AnotherTypeAnywhereIsNoRound) {
  const std::vector<std::pair<const char*, json>> changes{
      {"/schema", "dpscale.round/2"},
      {"/group", 5},
      {"/round", "3"},
      {"/round", 3.5},
      {"/round", -1},
      {"/launches", nullptr},
      {"/turns", json::object()},
      {"/turns/1", 7},
      {"/turns/1/cell", nullptr},
      {"/turns/1/pass", 0.5},
      {"/turns/1/pass", -1},
      {"/turns/1/pass", 1LL << 40},
      {"/turns/1/seconds", 0.0},
      {"/turns/1/seconds", -0.02},
      {"/turns/1/seconds", "0.02"},
      {"/turns/1/seconds", nullptr},
      {"/turns/1/samples", 0},
      {"/turns/1/samples", 4096.5},
      {"/turns/1/samples", ~std::uint64_t{0}},
      {"/turns/1/steps", true},
      {"/turns/1/devices", 0},
      {"/turns/1/disturbance", "much"},
      {"/turns/1/disturbance/steal_seconds", "0.1"},
      {"/turns/1/disturbance/steal_seconds", -0.1},
      {"/turns/1/disturbance/throttled_periods", 1.5}};
  for (const auto& [pointer, value] : changes) {
    json changed = line();
    changed[json::json_pointer(pointer)] = value;
    EXPECT_FALSE(round_from_json(changed)) << pointer << " = " << value;
    EXPECT_FALSE(round_from_json(json::parse(changed.dump()))) << pointer << " = " << value;
  }
  for (const char* key : {"cell", "pass", "seconds", "steps", "samples", "devices"}) {
    json changed = line();
    changed["turns"][1].erase(key);
    EXPECT_FALSE(round_from_json(changed)) << key;
  }
  EXPECT_FALSE(round_from_json(json::array()));
  EXPECT_FALSE(round_from_json(nullptr));
}

TEST(Rounds, TheLastLineOfARoundCounts) {
  json again = line(1);
  again["turns"][0]["samples"] = 1;
  const auto rounds = rounds_in({line(2), line(1), {{"schema", "dpscale.record/1"}}, again}, {}, 1);
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[0].number, 1);
  EXPECT_EQ(rounds[0].turns[0].samples, 1);
  EXPECT_EQ(rounds[1].number, 2);
}

TEST(Rounds, AnOversubscribedCellsThreadsWaitForEachOther) {
  cell crowded, roomy;
  crowded.work.preset = roomy.work.preset = "a";
  crowded.strategy = roomy.strategy = "s";
  crowded.devices = 4;
  roomy.devices = 2;
  json both = line();
  both["turns"][0]["cell"] = crowded.id();
  both["turns"][1]["cell"] = roomy.id();
  const auto rounds = rounds_in({both}, {crowded, roomy}, 2);
  ASSERT_EQ(rounds.size(), 1U);
  EXPECT_FALSE(rounds[0].turns[0].lost.run_queue_wait_seconds);
  EXPECT_EQ(rounds[0].turns[0].lost.steal_seconds, 0.01);
  EXPECT_EQ(rounds[0].turns[1].lost.run_queue_wait_seconds, 0.0005);
}

}  // namespace
}  // namespace dpscale::bench
