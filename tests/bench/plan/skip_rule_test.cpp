// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/skip_rule.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace dpscale::bench {
namespace {

cell of_batch(std::int64_t batch, int devices = 2) {
  cell value;
  value.work.preset = "tf-mirrored";
  value.strategy = "mirrored";
  value.devices = devices;
  value.global_batch = batch;
  return value;
}

nlohmann::json line(const char* status) { return {{"status", status}, {"launch", 1}}; }

TEST(SkipRule, LargerCellsOfTheKindAreSkippedAfterAnOutOfMemory) {
  skip_rule rule;
  rule.note(of_batch(1024), line("out_of_memory"));
  EXPECT_EQ(rule.reason(of_batch(8192)), "batch 1024 of the same kind ran out of memory");
  EXPECT_FALSE(rule.reason(of_batch(512)));
  EXPECT_FALSE(rule.reason(of_batch(8192, 4))) << "another device count is another kind";
  rule.note(of_batch(256), line("out_of_memory"));
  EXPECT_EQ(rule.reason(of_batch(512)), "batch 256 of the same kind ran out of memory");
  rule.note(of_batch(2048), line("out_of_memory"));
  EXPECT_EQ(rule.reason(of_batch(512)), "batch 256 of the same kind ran out of memory");
}

TEST(SkipRule, AFailedCellIsNotLaunchedAgain) {
  skip_rule rule;
  rule.note(of_batch(64), line("timeout"));
  EXPECT_EQ(rule.reason(of_batch(64)), "launch 1 of this cell ended timeout");
  EXPECT_FALSE(rule.reason(of_batch(128)));
}

TEST(SkipRule, OkAndSkippedChangeNothing) {
  skip_rule rule;
  rule.note(of_batch(64), line("ok"));
  rule.note(of_batch(64), line("skipped"));
  EXPECT_FALSE(rule.reason(of_batch(64)));
}

}  // namespace
}  // namespace dpscale::bench
