// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep_setup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "trainers/protocol/error.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {
namespace {

plan small_plan() {
  plan value;
  value.workloads = {{"tf-mirrored", ""}};
  value.strategies = {"mirrored"};
  value.devices = {1, 2};
  value.global_batches = {64};
  value.launches = 5;
  value.budget_seconds = 60.0;
  return value;
}

sweep_setup setup_of(plan value) {
  return make_setup(std::move(value), {}, 2, "/bin", {"dpscale", "sweep"});
}

TEST(Setup, TheBudgetIsSharedByTheLaunches) {
  const sweep_setup setup = setup_of(small_plan());
  // plain 32, 64; self 32, 64; measured 64.
  EXPECT_EQ(setup.launches(), 25U);
  EXPECT_DOUBLE_EQ(setup.launch_budget_seconds, 60.0 / 25);
  EXPECT_DOUBLE_EQ(setup.deadline_seconds, 60.0 + 24.0);
}

TEST(Setup, LaunchesGetALeastShareAndWhatIsAskedFor) {
  plan value = small_plan();
  value.budget_seconds = 0.1;
  EXPECT_DOUBLE_EQ(setup_of(value).launch_budget_seconds, least_budget_seconds);
  EXPECT_NE(preview(setup_of(value)).find("too small"), std::string::npos);
  value.launch_budget_seconds = 0.05;
  value.deadline_seconds = 3.0;
  EXPECT_DOUBLE_EQ(setup_of(value).launch_budget_seconds, 0.05);
  EXPECT_DOUBLE_EQ(setup_of(value).deadline_seconds, 3.0);
}

TEST(Setup, SeedsStayUnlessToldOtherwise) {
  plan value = small_plan();
  value.seed = 7;
  EXPECT_EQ(setup_of(value).settings_of(3).seed, 7U);
  value.vary_seed = true;
  EXPECT_EQ(setup_of(value).settings_of(3).seed, 10U);
}

TEST(Setup, PreviewNamesCellsLaunchesAndTime) {
  const std::string text = preview(setup_of(small_plan()));
  EXPECT_NE(text.find("tf-mirrored/mirrored/n2/b64"), std::string::npos);
  EXPECT_NE(text.find("5 cells x 5 launches = 25 launches"), std::string::npos);
  EXPECT_NE(text.find("1 min 0 s of it measuring"), std::string::npos);
  // 25 x (2.4 + 0.9) s
  EXPECT_NE(text.find("about 1 min 23 s"), std::string::npos) << text;
}

TEST(Setup, RunDocumentIsOfItsSchemaAndNamesNoUser) {
  plan value = small_plan();
  const char* before = std::getenv("HOME");
  const std::string home = before == nullptr ? "" : before;
  setenv("HOME", "/home/somebody", 1);
  value.data = "/home/somebody/mnist";
  const sweep_setup setup =
      make_setup(value, {}, 2, "/bin", {"dpscale", "--data", "/home/somebody/mnist"});
  const auto document = run_document(setup);
  EXPECT_EQ(setup.settings_of(0).data, "/home/somebody/mnist");
  setenv("HOME", home.c_str(), 1);
  EXPECT_EQ(protocol::faults(protocol::schema::run, document), std::vector<std::string>{});
  EXPECT_EQ(document.dump().find("somebody"), std::string::npos);
  EXPECT_EQ(document["plan"]["data"], "~/mnist");
  EXPECT_EQ(document["cells"].size(), 5U);
  EXPECT_EQ(document["schedule"]["blocks"].size(), 5U);
}

TEST(Setup, OnlyTheSameRunIsGoneOnWith) {
  const auto first = run_document(setup_of(small_plan()));
  EXPECT_NO_THROW(check_same_run(first, run_document(setup_of(small_plan())), "runs/x"));
  plan other = small_plan();
  other.launches = 7;
  try {
    check_same_run(first, run_document(setup_of(other)), "runs/x");
    FAIL() << "another plan was taken";
  } catch (const protocol::error& fault) {
    EXPECT_EQ(fault.code(), protocol::exit_code::usage);
    EXPECT_NE(std::string(fault.what()).find("differs in launches"), std::string::npos)
        << fault.what();
  }
  auto changed = first;
  changed["dpscale"]["version"] = "0.0.1";
  EXPECT_THROW(check_same_run(changed, first, "runs/x"), protocol::error);
  changed = first;
  changed["environment"]["cpu"]["model"] = "another";
  EXPECT_THROW(check_same_run(changed, first, "runs/x"), protocol::error);
  EXPECT_THROW(check_same_run(nlohmann::json::object(), first, "runs/x"), protocol::error);
}

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

}  // namespace
}  // namespace dpscale::bench
