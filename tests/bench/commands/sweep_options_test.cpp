// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/sweep_options.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

TEST(SweepOptions, FlagsBecomeThePlansForm) {
  sweep_options options;
  options.settings = {{"devices", "1,2"},          {"global_batch", "64,1024"},
                      {"preset", "tf-mirrored"},   {"launches", "3"},
                      {"budget_seconds", "1.5"},   {"data", "1,2"},
                      {"memory_limit_bytes", "2G"}};
  options.axes = {"bucket-bytes=65536,1048576", "--lr=0.1"};
  options.vary_seed = true;
  const json expected{{"devices", {1, 2}},
                      {"global_batch", {64, 1024}},
                      {"preset", {"tf-mirrored"}},
                      {"launches", 3},
                      {"budget_seconds", 1.5},
                      {"data", "1,2"},
                      {"memory_limit_bytes", std::uint64_t{2} << 30},
                      {"axes", {{"bucket-bytes", {"65536", "1048576"}}, {"lr", {"0.1"}}}},
                      {"vary_seed", true}};
  EXPECT_EQ(plan_document(options), expected);
}

TEST(SweepOptions, WordsAndHolesAreLeftForThePlanToName) {
  sweep_options options;
  options.settings = {{"devices", "auto"}, {"global_batch", "64,,x"}};
  EXPECT_EQ(plan_document(options), (json{{"devices", {"auto"}}, {"global_batch", {64, "", "x"}}}));
}

TEST(SweepOptions, AxesHaveAForm) {
  for (const char* text : {"lr", "=1", ""}) {
    sweep_options options;
    options.axes = {text};
    EXPECT_THROW((void)plan_document(options), protocol::error) << text;
  }
}

TEST(SweepOptions, SizesTakeUnits) {
  EXPECT_EQ(memory_size("1000"), 1000U);
  EXPECT_EQ(memory_size("512M"), std::uint64_t{512} << 20);
  EXPECT_EQ(memory_size("1T"), std::uint64_t{1} << 40);
  EXPECT_EQ(memory_size("none"), "none");
  for (const char* text :
       {"", "M", "5X", "5GB", "-5", "1.5G", "99999999T", "99999999999999999999999"})
    EXPECT_THROW((void)memory_size(text), protocol::error) << text;
}

}  // namespace
}  // namespace dpscale::bench
