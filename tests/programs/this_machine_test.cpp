// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/programs/this_machine.hpp"

#include <gmock/gmock.h>

#include "tests/config/support.hpp"
#include "tests/protocol/support.hpp"

namespace dpscale {
namespace {

using protocol_test::error_of;
using protocol_test::parse;
using protocol_test::put;
using protocol_test::temporary_folder;
using testing::HasSubstr;

/// This machine with more cores than any test asks for, and a control group of `cpu_max`.
surroundings machine_with(const temporary_folder& root, const std::string& cpu_max) {
  put(root / "proc/self/cgroup", "0::/box\n");
  put(root / "sys/fs/cgroup/box/cpu.max", cpu_max);
  surroundings around = this_machine(root.path());
  around.cores = 64;
  around.variable = [](const char*) -> const char* { return nullptr; };
  return around;
}

int devices_of(const std::string& devices, const surroundings& around) {
  return parse("train_multi", {"--devices", devices}, around).settings.devices;
}

TEST(this_machine, more_devices_than_the_cpu_quota_keeps_running_are_refused) {
  const temporary_folder root;
  const surroundings around = machine_with(root, "250000 100000\n");
  EXPECT_EQ(devices_of("2", around), 2);
  const auto [code, line] = error_of([&] { static_cast<void>(devices_of("3", around)); });
  EXPECT_EQ(code, protocol::exit_code::usage);
  EXPECT_THAT(line, HasSubstr("--devices 3: the CPU quota of the control group is 2.5 cores"));
  EXPECT_THAT(line, HasSubstr((root / "sys/fs/cgroup/box/cpu.max").string()));
  EXPECT_THAT(line, HasSubstr("enough for 2"));
}

TEST(this_machine, one_device_runs_however_small_the_quota) {
  const temporary_folder root;
  const surroundings around = machine_with(root, "10000 100000\n");
  EXPECT_EQ(devices_of("1", around), 1);
  const auto [code, line] = error_of([&] { static_cast<void>(devices_of("2", around)); });
  EXPECT_THAT(line, HasSubstr("0.1 cores"));
}

TEST(this_machine, without_a_quota_the_cores_decide) {
  const temporary_folder root;
  const surroundings around = machine_with(root, "max 100000\n");
  EXPECT_EQ(devices_of("64", around), 64);
  const auto [code, line] = error_of([&] { static_cast<void>(devices_of("65", around)); });
  EXPECT_THAT(line, HasSubstr("65 cores are needed and this process may use 64"));
}

}  // namespace
}  // namespace dpscale
