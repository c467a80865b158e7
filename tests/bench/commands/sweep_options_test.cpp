// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/sweep_options.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
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
  options.settings = {{"devices", "auto"},
                      {"global_batch", "64,,x"},
                      {"budget_seconds", "nan"},
                      {"deadline_seconds", "-inf"},
                      {"seed", "1e400"}};
  EXPECT_EQ(plan_document(options), (json{{"devices", {"auto"}},
                                          {"global_batch", {64, "", "x"}},
                                          {"budget_seconds", "nan"},
                                          {"deadline_seconds", "-inf"},
                                          {"seed", "1e400"}}));
}

TEST(SweepOptions, AxesHaveAForm) {
  for (const char* text : {"lr", "=1", ""}) {
    sweep_options options;
    options.axes = {text};
    EXPECT_THROW((void)plan_document(options), protocol::error) << text;
  }
}

TEST(SweepOptions, TheTrainersOptionsAreTakenOutWithTheirValues) {
  CLI::App command;
  sweep_options options;
  add_sweep_options(command, options);
  std::vector<std::string> words{"--lr",      "0.1", "--devices", "1,2",       "--verify",
                                 "--dry-run", "x",   "--init=k",  "--devices", "--momentum",
                                 "-1",        "-h",  "--",        "--quiet"};
  std::vector<std::string> found;
  for (const auto& [name, value] : take_trainer_words(command, words))
    found.push_back(name + "=" + value);
  EXPECT_EQ(found, (std::vector<std::string>{"lr=0.1", "verify=true", "init=k", "momentum=-1",
                                             "quiet=true"}));
  EXPECT_EQ(words, (std::vector<std::string>{"--devices", "1,2", "--dry-run", "x", "--devices",
                                             "-h", "--"}));
}

TEST(SweepOptions, ThePlanTakesThemAsAxesOfOneValue) {
  sweep_options options;
  options.axes = {"tail=keep,drop"};
  options.trainer_words = {{"lr", "0.1"}, {"verify", "true"}};
  EXPECT_TRUE(options.names_a_plan());
  EXPECT_EQ(plan_document(options)["axes"],
            (json{{"tail", {"keep", "drop"}}, {"lr", {"0.1"}}, {"verify", {"true"}}}));
  options.trainer_words.push_back({"tail", "keep"});
  EXPECT_THROW((void)plan_document(options), protocol::error);
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
