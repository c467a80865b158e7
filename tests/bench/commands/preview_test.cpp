// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/preview.hpp"

#include <gtest/gtest.h>

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

TEST(Preview, NamesCellsLaunchesAndTime) {
  const std::string text = preview(setup_of(small_plan()));
  EXPECT_NE(text.find("tf-mirrored/mirrored/n2/b64"), std::string::npos);
  EXPECT_NE(text.find("5 cells x 5 launches = 25 launches"), std::string::npos);
  EXPECT_NE(text.find("1 min 0 s of it measuring"), std::string::npos);
  // 25 x (2.4 + 0.9) s
  EXPECT_NE(text.find("about 1 min 23 s"), std::string::npos) << text;
  EXPECT_NE(text.find("wider than 10 points is given as that interval. Launches it takes to get "
                      "one figure, by how much launches of a cell differ: 3 at 0.5 %, "),
            std::string::npos)
      << text;
}

TEST(Preview, OfTurnsNamesGroupsRoundsTimeAndPrecision) {
  const std::string text =
      preview(make_setup(small_plan(), {}, 2, "/bin", {"dpscale", "sweep"}, ""));
  EXPECT_NE(text.find("tf-mirrored/mirrored/n2/b64"), std::string::npos);
  EXPECT_NE(text.find("with 4 more in turn"), std::string::npos) << text;
  EXPECT_NE(text.find("5 cells in 1 groups x 5 first rounds = 5 rounds"), std::string::npos);
  // Two thirds of 60 s; 25 starts of 0.9 s on top.
  EXPECT_NE(text.find("in all about 1 min 3 s, 40 s of it turns"), std::string::npos) << text;
  EXPECT_NE(text.find("wider than 10 points, for up to 20 s"), std::string::npos);
  // t(0.975, 4) = 2.776 (tables): 2 * 2.776 * 1 % / sqrt(5) = 2.48 points.
  EXPECT_NE(text.find("2.5 points at 1 %"), std::string::npos) << text;
}

TEST(Preview, SaysThatABudgetIsTooSmall) {
  plan value = small_plan();
  value.budget_seconds = 0.1;
  EXPECT_NE(preview(setup_of(value)).find("too small"), std::string::npos);
}

}  // namespace
}  // namespace dpscale::bench
