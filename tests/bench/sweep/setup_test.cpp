// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/setup.hpp"

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
  return make_setup(std::move(value), {}, 2, "/bin", {"dpscale", "sweep"}, "--turns off");
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

TEST(Setup, RunDocumentIsOfItsSchemaAndNamesNoUser) {
  plan value = small_plan();
  const char* before = std::getenv("HOME");
  const std::string home = before == nullptr ? "" : before;
  setenv("HOME", "/home/somebody", 1);
  value.data = "/home/somebody/mnist";
  const sweep_setup setup = make_setup(
      value, {}, 2, "/bin", {"dpscale", "--data", "/home/somebody/mnist"}, "--turns off");
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

}  // namespace
}  // namespace dpscale::bench
