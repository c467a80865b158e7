// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/disturbance.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/bench/support/scratch.hpp"

namespace dpscale::bench {
namespace {

void put(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST(Disturbance, AddsUpTheThreadsOfAProcess) {
  const test::scratch_folder proc;
  put(proc.path() / "stat", "cpu  1 2 3 4 5 6 7 250 9 0\ncpu0 1 2 3 4 5 6 7 100 9 0\n");
  put(proc.path() / "7/task/7/schedstat", "1000 2000000000 5\n");
  put(proc.path() / "7/task/7/status",
      "Name:\tx\nvoluntary_ctxt_switches:\t100\nnonvoluntary_ctxt_switches:\t3\n");
  put(proc.path() / "7/task/8/schedstat", "1000 500000000 5\n");
  put(proc.path() / "7/task/8/status", "nonvoluntary_ctxt_switches:\t4\n");
  const losses found = losses_of(7, proc.path());
  EXPECT_DOUBLE_EQ(found.steal_seconds.value(), 250.0 / static_cast<double>(sysconf(_SC_CLK_TCK)));
  EXPECT_DOUBLE_EQ(found.run_queue_wait_seconds.value(), 2.5);
  EXPECT_EQ(found.involuntary_switches, 7U);
}

TEST(Disturbance, WhatTheSystemDoesNotTellIsNull) {
  const test::scratch_folder proc;
  const losses none = losses_of(7, proc.path());
  const auto document = disturbance_between(none, none);
  for (const char* key :
       {"steal_seconds", "run_queue_wait_seconds", "involuntary_switches", "throttled_periods"})
    EXPECT_TRUE(document.at(key).is_null()) << key;
}

TEST(Disturbance, IsTheDifferenceAndNeverNegative) {
  const losses before{1.0, 0.5, 10, 3}, after{1.25, 0.25, 12, 3};
  const auto document = disturbance_between(before, after);
  EXPECT_DOUBLE_EQ(document["steal_seconds"], 0.25);
  EXPECT_TRUE(document["run_queue_wait_seconds"].is_null()) << "a thread ended meanwhile";
  EXPECT_EQ(document["involuntary_switches"], 2);
  EXPECT_EQ(document["throttled_periods"], 0);
}

TEST(Disturbance, ThisSystemTellsOfThisProcess) {
  const losses found = losses_of(getpid());
  EXPECT_TRUE(found.involuntary_switches.has_value());
}

}  // namespace
}  // namespace dpscale::bench
