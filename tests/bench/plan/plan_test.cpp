// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/plan.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

constexpr std::uint64_t memory = std::uint64_t{8} << 30;

json smallest() { return {{"preset", "tf-mirrored"}, {"global_batch", 64}}; }

/// The line a plan is refused with; empty when it is taken.
std::string refusal(const json& document) {
  try {
    (void)parse_plan(document, 4, memory);
  } catch (const protocol::error& fault) {
    EXPECT_EQ(fault.code(), protocol::exit_code::usage);
    return fault.what();
  }
  return "";
}

json with(const char* key, const json& value) {
  json document = smallest();
  document[key] = value;
  return document;
}

TEST(Plan, DefaultsAreFilledIn) {
  const plan value = parse_plan(smallest(), 4, memory);
  EXPECT_EQ(value.devices, (std::vector{1, 2, 4}));
  EXPECT_EQ(value.strategies, std::vector<std::string>{"mirrored"});
  EXPECT_EQ(value.launches, 5);
  EXPECT_EQ(value.budget_seconds, 120.0);
  EXPECT_EQ(value.seed, 0U);
  EXPECT_EQ(value.memory_limit_bytes, memory);
  EXPECT_FALSE(value.deadline_seconds);
}

TEST(Plan, AutomaticDevicesArePowersOfTwoAndAll) {
  EXPECT_EQ(automatic_devices(1), std::vector{1});
  EXPECT_EQ(automatic_devices(2), (std::vector{1, 2}));
  EXPECT_EQ(automatic_devices(6), (std::vector{1, 2, 4, 6}));
  EXPECT_EQ(automatic_devices(64), (std::vector{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(automatic_devices(0), std::vector{1});
}

TEST(Plan, ListsAndLoneValuesMeanTheSame) {
  const plan lone = parse_plan(with("devices", 2), 4, memory);
  const plan list = parse_plan(with("devices", {2}), 4, memory);
  EXPECT_EQ(to_json(lone), to_json(list));
  EXPECT_EQ(parse_plan(with("devices", {4, 1, 4}), 4, memory).devices, (std::vector{1, 4}));
}

TEST(Plan, GoesThroughItsOwnForm) {
  const json document{{"schema", "dpscale.plan/1"},
                      {"preset", {"tf-mirrored", "torch-simplenet"}},
                      {"model", "784-32-10"},
                      {"strategy", {"mirrored", "ddp"}},
                      {"devices", {1, 2}},
                      {"global_batch", {64, 1024}},
                      {"device_batch", 128},
                      {"axes", {{"bucket-bytes", {65536, 1048576}}, {"verify", {true}}}},
                      {"launches", 7},
                      {"budget_seconds", 30.5},
                      {"launch_budget_seconds", 0.5},
                      {"deadline_seconds", 20},
                      {"data", "some/folder"},
                      {"seed", 3},
                      {"vary_seed", true},
                      {"memory_limit_bytes", "none"}};
  const plan value = parse_plan(document, 4, memory);
  EXPECT_FALSE(value.memory_limit_bytes);
  EXPECT_EQ(value.axes.at("bucket-bytes"), (std::vector<std::string>{"65536", "1048576"}));
  EXPECT_EQ(value.axes.at("verify"), std::vector<std::string>{"true"});
  EXPECT_EQ(value.workloads.size(), 3U);
  // On another machine the stored plan still means the same.
  EXPECT_EQ(to_json(parse_plan(to_json(value), 99, 1)), to_json(value));
}

TEST(Plan, FaultsNameTheirPlace) {
  const auto names = [](const json& document, const char* text) {
    EXPECT_NE(refusal(document).find(text), std::string::npos)
        << document << ": " << refusal(document);
  };
  names(with("device", 2), "device: unknown key");
  names(with("devices", {1, 0}), "devices[1]: 0 is not within 1");
  names(with("devices", {1, "two"}), "devices[1]: \"two\"");
  names(with("devices", 1.5), "devices: 1.5");
  names(with("global_batch", -64), "global_batch: -64");
  names(with("global_batch", 18446744073709551615U), "global_batch: 18446744073709551615");
  names(with("global_batch", json::array()), "global_batch: the list is empty");
  names(with("launches", 0), "launches: 0");
  names(with("budget_seconds", 0), "budget_seconds: 0");
  names(with("budget_seconds", "long"), "budget_seconds: \"long\"");
  names(with("deadline_seconds", -1.5), "deadline_seconds: -1.5");
  names(with("model", "784"), "model: \"784\"");
  names(with("model", "784--10"), "model: \"784--10\"");
  names(with("strategy", ""), "strategy: \"\"");
  names(with("vary_seed", 1), "vary_seed");
  names(with("schema", "dpscale.plan/2"), "schema: \"dpscale.plan/2\"");
  names(with("axes", {1, 2}), "axes: not an object");
  names(with("axes", {{"devices", {1}}}),
        "axes.devices: no option to give: the sweep sets it itself");
  names(with("axes", {{"--lr", {1}}}), "axes.--lr");
  names(with("axes", {{"lr", {0.1, ""}}}), "axes.lr[1]");
  names(with("memory_limit_bytes", 10), "memory_limit_bytes: 10");
}

TEST(Plan, NeedsSomethingToTrainAndABatch) {
  EXPECT_NE(refusal({{"global_batch", 64}}).find("nothing to train"), std::string::npos);
  EXPECT_NE(refusal({{"preset", "tf-mirrored"}}).find("no batch"), std::string::npos);
  EXPECT_EQ(refusal({{"preset", "tf-mirrored"}, {"device_batch", 32}}), "");
  EXPECT_NE(refusal(json::array()).find("not a JSON object"), std::string::npos);
}

}  // namespace
}  // namespace dpscale::bench
