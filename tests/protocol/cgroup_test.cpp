// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/host/cgroup.hpp"

#include <gtest/gtest.h>

#include "tests/protocol/support.hpp"

namespace dpscale::protocol {
namespace {

using protocol_test::put;
using protocol_test::temporary_folder;

/// A file below the fake root and what it holds.
using tree = std::vector<std::pair<std::string, std::string>>;

void plant(const temporary_folder& root, const tree& files) {
  for (const auto& [path, content] : files) put(root / path, content);
}

constexpr const char* v2_mount =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char* v1_mounts =
    "31 23 0:28 / /sys/fs/cgroup ro - tmpfs tmpfs ro,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "33 31 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";

struct quota_case {
  const char* what;
  tree files;
  double cores;      ///< 0: no quota
  const char* file;  ///< that says so
};

const quota_case quota_cases[] = {
    {"version 2, a fraction",
     {{"proc/self/cgroup", "0::/a\n"},
      {"proc/self/mountinfo", v2_mount},
      {"sys/fs/cgroup/a/cpu.max", "150000 100000\n"}},
     1.5,
     "sys/fs/cgroup/a/cpu.max"},
    {"no mountinfo: the usual place",
     {{"proc/self/cgroup", "0::/a\n"}, {"sys/fs/cgroup/a/cpu.max", "50000 100000\n"}},
     0.5,
     "sys/fs/cgroup/a/cpu.max"},
    {"version 2, the parent's is smaller",
     {{"proc/self/cgroup", "0::/a/b/c\n"},
      {"proc/self/mountinfo", v2_mount},
      {"sys/fs/cgroup/a/b/c/cpu.max", "400000 100000\n"},
      {"sys/fs/cgroup/a/cpu.max", "50000 25000\n"}},
     2.0,
     "sys/fs/cgroup/a/cpu.max"},
    {"version 2, the parent's is larger",
     {{"proc/self/cgroup", "0::/a/b\n"},
      {"proc/self/mountinfo", v2_mount},
      {"sys/fs/cgroup/a/b/cpu.max", "100000 100000\n"},
      {"sys/fs/cgroup/a/cpu.max", "800000 100000\n"}},
     1.0,
     "sys/fs/cgroup/a/b/cpu.max"},
    {"a container with a namespace of its own: the mount is the group",
     {{"proc/self/cgroup", "0::/\n"},
      {"proc/self/mountinfo", v2_mount},
      {"sys/fs/cgroup/cpu.max", "100000 100000\n"}},
     1.0,
     "sys/fs/cgroup/cpu.max"},
    {"a group outside the mount",
     {{"proc/self/cgroup", "0::/../../pod/box\n"},
      {"proc/self/mountinfo", v2_mount},
      {"sys/pod/box/cpu.max", "100000 100000\n"},
      {"sys/fs/cgroup/cpu.max", "300000 100000\n"}},
     3.0,
     "sys/fs/cgroup/cpu.max"},
    {"a mount that shows a container's group, named from the host",
     {{"proc/self/cgroup", "5:cpu,cpuacct:/docker/x/in\n"},
      {"proc/self/mountinfo",
       "32 31 0:29 /docker/x /sys/fs/cgroup/cpu\\054cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"},
      {"sys/fs/cgroup/cpu,cpuacct/in/cpu.cfs_quota_us", "250000\n"},
      {"sys/fs/cgroup/cpu,cpuacct/in/cpu.cfs_period_us", "100000\n"}},
     2.5,
     "sys/fs/cgroup/cpu,cpuacct/in/cpu.cfs_quota_us"},
    {"the same, but of another container: what is mounted counts",
     {{"proc/self/cgroup", "5:cpu,cpuacct:/docker/xy\n"},
      {"proc/self/mountinfo",
       "32 31 0:29 /docker/x /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct\n"},
      {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "250000\n"},
      {"sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}},
     2.5,
     "sys/fs/cgroup/cpu/cpu.cfs_quota_us"},
    {"of two mounts the one that shows the group",
     {{"proc/self/cgroup", "0::/docker/x\n"},
      {"proc/self/mountinfo",
       "30 23 0:26 /other /mnt/other rw - cgroup2 cgroup2 rw\n"
       "31 23 0:26 /docker /mnt/my\\040groups rw - cgroup2 cgroup2 rw\n"},
      {"mnt/other/cpu.max", "100000 100000\n"},
      {"mnt/my groups/x/cpu.max", "200000 100000\n"}},
     2.0,
     "mnt/my groups/x/cpu.max"},
    {"version 1, beside others, no quota in the parent",
     {{"proc/self/cgroup", "9:memory:/m\n5:cpu,cpuacct:/a/b\n1:name=systemd:/s\n"},
      {"proc/self/mountinfo", v1_mounts},
      {"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n"},
      {"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n"},
      {"sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "150000\n"},
      {"sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n"}},
     1.5,
     "sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us"},
    {"both versions at once, the quota in version 1's",
     {{"proc/self/cgroup", "5:cpu,cpuacct:/a\n0::/u\n"},
      {"proc/self/mountinfo",
       "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
       "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"},
      {"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "200000\n"},
      {"sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "50000\n"},
      {"sys/fs/cgroup/unified/u/cgroup.procs", ""}},
     4.0,
     "sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us"},
    {"no limit",
     {{"proc/self/cgroup", "0::/a\n"}, {"sys/fs/cgroup/a/cpu.max", "max 100000\n"}},
     0,
     ""},
    {"a period of zero",
     {{"proc/self/cgroup", "0::/a\n"}, {"sys/fs/cgroup/a/cpu.max", "100000 0\n"}},
     0,
     ""},
    {"a quota of zero",
     {{"proc/self/cgroup", "0::/a\n"}, {"sys/fs/cgroup/a/cpu.max", "0 100000\n"}},
     0,
     ""},
    {"garbage in the file",
     {{"proc/self/cgroup", "0::/a\n"}, {"sys/fs/cgroup/a/cpu.max", "12x 100000\n"}},
     0,
     ""},
    {"half a file",
     {{"proc/self/cgroup", "0::/a\n"}, {"sys/fs/cgroup/a/cpu.max", "100000"}},
     0,
     ""},
    {"garbage in the list of groups",
     {{"proc/self/cgroup", "nonsense\n\n::\n"}, {"sys/fs/cgroup/cpu.max", "100000 100000\n"}},
     1.0,
     "sys/fs/cgroup/cpu.max"},
    {"version 1 without a period",
     {{"proc/self/cgroup", "5:cpu:/\n"}, {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n"}},
     0,
     ""},
    {"a controller that isn't cpu",
     {{"proc/self/cgroup", "5:cpuset:/\n"}, {"sys/fs/cgroup/cpuset/cpu.cfs_quota_us", "100000\n"}},
     0,
     ""},
    {"mounts none of which is a control group's",
     {{"proc/self/cgroup", "0::/\n"},
      {"proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\nshort line\n"},
      {"sys/fs/cgroup/cpu.max", "100000 100000\n"}},
     0,
     ""},
    {"nothing at all", {}, 0, ""},
};

TEST(cpu_quota, is_the_tightest_of_the_groups_whatever_their_form) {
  for (const quota_case& c : quota_cases) {
    const temporary_folder root;
    plant(root, c.files);
    const auto quota = read_cpu_quota(root.path());
    ASSERT_EQ(quota.has_value(), c.cores > 0) << c.what;
    if (!quota) continue;
    EXPECT_DOUBLE_EQ(quota->cores, c.cores) << c.what;
    EXPECT_EQ(quota->file, root / c.file) << c.what;
  }
}

TEST(cpu_quota, keeps_its_whole_cores_running_and_one_at_least) {
  EXPECT_EQ((cpu_quota{0.25, ""}.whole_cores()), 1U);
  EXPECT_EQ((cpu_quota{1.0, ""}.whole_cores()), 1U);
  EXPECT_EQ((cpu_quota{1.999, ""}.whole_cores()), 1U);
  EXPECT_EQ((cpu_quota{2.0, ""}.whole_cores()), 2U);
  EXPECT_EQ((cpu_quota{1e19, ""}.whole_cores()), 1000000U);
}

TEST(throttling, adds_up_the_group_and_those_around_it) {
  const temporary_folder root;
  plant(root, {{"proc/self/cgroup", "0::/a/b\n"},
               {"sys/fs/cgroup/cpu.stat", "usage_usec 9\nuser_usec 8\nsystem_usec 1\n"},
               {"sys/fs/cgroup/a/cpu.stat",
                "usage_usec 9\nnr_periods 50\nnr_throttled 3\nthrottled_usec 250000\n"},
               {"sys/fs/cgroup/a/b/cpu.stat",
                "usage_usec 9\nnr_periods 50\nnr_throttled 4\nthrottled_usec 1000000\n"}});
  const auto found = read_throttling(root.path());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->periods, 7U);
  EXPECT_DOUBLE_EQ(found->seconds, 1.25);
}

TEST(throttling, of_version_1_is_in_nanoseconds) {
  const temporary_folder root;
  plant(root, {{"proc/self/cgroup", "5:cpu,cpuacct:/a\n"},
               {"proc/self/mountinfo", v1_mounts},
               {"sys/fs/cgroup/cpu,cpuacct/a/cpu.stat",
                "nr_periods 7\nnr_throttled 2\nthrottled_time 1500000000\n"}});
  const auto found = read_throttling(root.path());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->periods, 2U);
  EXPECT_DOUBLE_EQ(found->seconds, 1.5);
}

TEST(throttling, is_unknown_where_nothing_counts_it) {
  for (const char* content : {"", "usage_usec 9\n", "nr_throttled\n", "nr_throttled many\n"}) {
    const temporary_folder root;
    plant(root, {{"proc/self/cgroup", "0::/\n"}, {"sys/fs/cgroup/cpu.stat", content}});
    EXPECT_FALSE(read_throttling(root.path())) << content;
  }
}

struct memory_case {
  const char* list;  ///< /proc/self/cgroup
  const char* file;
  const char* limit;
  std::uint64_t expected;  ///< 0: none
};

TEST(memory_limit, is_the_control_groups) {
  const memory_case cases[] = {
      {"0::/a/b\n", "sys/fs/cgroup/a/b/memory.max", "1048576\n", 1048576},
      {"0::/a/b\n", "sys/fs/cgroup/a/memory.max", "4096\n", 4096},
      {"0::/\n", "sys/fs/cgroup/memory.max", "8192\n", 8192},
      {"0::/a\n", "sys/fs/cgroup/a/memory.max", "max\n", 0},
      {"5:cpu:/x\n4:memory:/d\n0::/\n", "sys/fs/cgroup/memory/d/memory.limit_in_bytes", "12345\n",
       12345},
      {"4:cpu,memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n",
       0},
      {"4:cpu:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes", "1\n", 0},
      {"garbage\n", "sys/fs/cgroup/memory.max", "1\n", 0},
  };
  for (const memory_case& c : cases) {
    const temporary_folder root;
    plant(root, {{"proc/self/cgroup", c.list}, {c.file, c.limit}});
    EXPECT_EQ(read_memory_limit(root.path()).value_or(0), c.expected) << c.list << c.limit;
  }
}

TEST(memory_limit, is_the_tightest_of_nested_ones) {
  const temporary_folder root;
  plant(root, {{"proc/self/cgroup", "0::/a/b/c\n"},
               {"sys/fs/cgroup/a/b/c/memory.max", "3000\n"},
               {"sys/fs/cgroup/a/b/memory.max", "1000\n"},
               {"sys/fs/cgroup/a/memory.max", "2000\n"}});
  EXPECT_EQ(read_memory_limit(root.path()), 1000U);
}

}  // namespace
}  // namespace dpscale::protocol
