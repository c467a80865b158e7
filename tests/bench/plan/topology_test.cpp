// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/topology.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/plan/plan.hpp"
#include "tests/protocol/support.hpp"

namespace dpscale::bench {
namespace {

using protocol_test::put;
using protocol_test::temporary_folder;

void set_quota(const temporary_folder& root, const std::string& cpu_max) {
  put(root / "proc/self/cgroup", "0::/box\n");
  put(root / "sys/fs/cgroup/box/cpu.max", cpu_max);
}

TEST(usable_cores, are_the_whole_cores_of_the_quota_where_those_are_fewer) {
  const temporary_folder root;
  set_quota(root, "150000 100000\n");
  EXPECT_EQ(usable_cores(root.path()), 1);
  set_quota(root, "20000 100000\n");
  EXPECT_EQ(usable_cores(root.path()), 1);
  set_quota(root, "99999900000 100000\n");
  EXPECT_EQ(usable_cores(root.path()), physical_cores());
  set_quota(root, "max 100000\n");
  EXPECT_EQ(usable_cores(root.path()), physical_cores());
}

TEST(usable_cores, are_what_auto_counts_up_to) {
  const temporary_folder root;
  set_quota(root, "100000 100000\n");
  const nlohmann::json wanted = {{"preset", "tf-mirrored"}, {"global_batch", 64}};
  EXPECT_EQ(parse_plan(wanted, usable_cores(root.path()), 0).devices, std::vector<int>{1});
}

TEST(quota_notice, names_the_quota_and_its_file_where_it_leaves_fewer_cores) {
  const temporary_folder root;
  EXPECT_EQ(quota_notice(root.path()), "");
  set_quota(root, "50000 100000\n");
  const std::string line = quota_notice(root.path());
  EXPECT_TRUE(line.starts_with("a CPU quota of 0.5 of ")) << line;
  EXPECT_NE(line.find((root / "sys/fs/cgroup/box/cpu.max").string()), std::string::npos) << line;
  EXPECT_TRUE(line.ends_with("devices count up to 1\n")) << line;
  set_quota(root, "99999900000 100000\n");
  EXPECT_EQ(quota_notice(root.path()), "");
}

}  // namespace
}  // namespace dpscale::bench
