// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/turns/disturbance.hpp"
#include "tests/protocol/support.hpp"

namespace dpscale::bench {
namespace {

using protocol_test::put;
using protocol_test::temporary_folder;

TEST(losses, hold_the_periods_in_which_the_quota_stopped_the_group) {
  const temporary_folder root;
  const std::string proc = (root / "proc").string();
  put(root / "proc/self/cgroup", "0::/box\n");
  put(root / "sys/fs/cgroup/box/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_usec 70\n");
  const losses before = losses_of(1, proc);
  put(root / "sys/fs/cgroup/box/cpu.stat", "nr_periods 19\nnr_throttled 8\nthrottled_usec 90\n");
  EXPECT_EQ(disturbance_between(before, losses_of(1, proc))["throttled_periods"], 5);
}

TEST(losses, are_none_where_nothing_counts_them) {
  const temporary_folder root;
  const losses nothing = losses_of(1, (root / "proc").string());
  EXPECT_TRUE(disturbance_between(nothing, nothing)["throttled_periods"].is_null());
}

}  // namespace
}  // namespace dpscale::bench
