// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/trainer_command.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace dpscale::bench {
namespace {

TEST(TrainerCommand, IsWhatTheProtocolSays) {
  cell value;
  value.work.preset = "tf-mirrored";
  value.strategy = "mirrored";
  value.devices = 2;
  value.global_batch = 64;
  value.options = {{"lr", "0.1"}, {"verify", "true"}, {"overlap", "false"}};
  const launch_settings settings{"/bin", "data/mnist", 7, 0.5, 65.0};
  const std::vector<std::string> expected{"train_multi",
                                          "--preset",
                                          "tf-mirrored",
                                          "--devices",
                                          "2",
                                          "--strategy",
                                          "mirrored",
                                          "--global-batch",
                                          "64",
                                          "--data",
                                          "data/mnist",
                                          "--seed",
                                          "7",
                                          "--measure",
                                          "--budget-seconds",
                                          "0.5",
                                          "--deadline",
                                          "65",
                                          "--lr",
                                          "0.1",
                                          "--verify",
                                          "--quiet"};
  EXPECT_EQ(trainer_command(value, settings), expected);
  value.program = single_program;
  value.strategy.clear();
  value.work = {"", "784-64-10"};
  const auto single = trainer_command(value, {"/bin", "", 0, 0.5, 65.0});
  EXPECT_EQ(single[0], "train_single");
  EXPECT_EQ(single[1], "--model");
  EXPECT_EQ(std::count(single.begin(), single.end(), "--strategy"), 0);
  EXPECT_EQ(std::count(single.begin(), single.end(), "--data"), 0);
}

TEST(TrainerCommand, HandsOutOnlyWhatTheTrainerLists) {
  cell value;
  value.work.model = "784-64-10";
  value.strategy = trainers_own;
  value.devices = 2;
  value.global_batch = 64;
  launch_settings settings{"/bin", "", 0, 0.5, 65.0};
  const auto counts = [&](const char* option) {
    const auto line = trainer_command(value, settings);
    return std::count(line.begin(), line.end(), option);
  };
  settings.listed[multi_program] = {"devices", "model"};
  EXPECT_EQ(counts("--quiet"), 0);
  EXPECT_EQ(counts("--strategy"), 0);
  EXPECT_EQ(counts("--devices"), 1);
  settings.listed[multi_program] = {"quiet", "strategy"};
  EXPECT_EQ(counts("--quiet"), 1);
  EXPECT_EQ(counts("--strategy"), 1);
}

}  // namespace
}  // namespace dpscale::bench
