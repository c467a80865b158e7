// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/host/environment.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "tests/protocol/support.hpp"

namespace dpscale::protocol {
namespace {

using nlohmann::json;
using protocol_test::put;
using protocol_test::temporary_folder;

TEST(environment, facts_are_read_where_the_system_keeps_them) {
  const temporary_folder root;
  put(root / "etc/os-release", "NAME=\"X\"\nPRETTY_NAME=\"Example Linux 7\"\n");
  put(root / "proc/cpuinfo",
      "processor\t: 0\nmodel name\t: Example CPU @ 3.1GHz\nflags\t\t: fpu hypervisor avx\n");
  put(root / "proc/meminfo", "MemTotal:        2048 kB\nMemFree: 1 kB\n");
  put(root / "proc/loadavg", "0.50 1.25 2.00 1/200 4711\n");
  put(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  put(root / "sys/class/dmi/id/product_name", "Example Machine\n");
  put(root / "run/systemd/container", "lxc\n");
  const json facts = environment(root.path());
  EXPECT_EQ(facts["os"], "Example Linux 7");
  EXPECT_EQ(facts["cpu"]["model"], "Example CPU @ 3.1GHz");
  EXPECT_EQ(facts["cpu"]["governor"], "performance");
  EXPECT_EQ(facts["memory_bytes"], 2048 * 1024);
  EXPECT_EQ(facts["load_average"], (json{0.5, 1.25, 2.0}));
  EXPECT_EQ(facts["virtualisation"], "Example Machine");
  EXPECT_EQ(facts["container"], "lxc");
}

TEST(environment, what_is_not_there_is_null_with_a_reason) {
  const temporary_folder root;
  const json facts = environment(root.path());
  for (const char* path :
       {"/os", "/cpu/model", "/cpu/governor", "/memory_bytes", "/load_average",
        "/memory_limit_bytes", "/cpu_quota_cores", "/virtualisation", "/container"}) {
    const json& fact = facts[json::json_pointer(path)];
    ASSERT_TRUE(fact.is_object()) << path;
    EXPECT_TRUE(fact["value"].is_null()) << path;
    EXPECT_FALSE(fact["reason"].get<std::string>().empty()) << path;
  }
}

TEST(environment, the_allow_list_is_all_there_is) {
  std::set<std::string> keys, of_cpu;
  const json facts = environment();
  for (const auto& [key, value] : facts.items()) keys.insert(key);
  for (const auto& [key, value] : facts["cpu"].items()) of_cpu.insert(key);
  EXPECT_EQ(keys, (std::set<std::string>{"host", "os", "kernel", "cpu", "memory_bytes",
                                         "memory_limit_bytes", "cpu_quota_cores", "load_average",
                                         "virtualisation", "container", "gpus"}));
  EXPECT_EQ(of_cpu, (std::set<std::string>{"model", "sockets", "cores", "threads", "usable_threads",
                                           "numa_nodes", "caches", "governor"}));
}

TEST(environment, the_topology_is_this_machines) {
  const processor_topology topology = read_processor_topology();
  EXPECT_GE(topology.threads, topology.cores);
  EXPECT_GE(topology.cores, topology.sockets);
  EXPECT_GE(topology.numa_nodes, 1U);
  EXPECT_EQ(topology.usable_threads, std::thread::hardware_concurrency());
}

TEST(environment, the_limits_are_the_control_groups) {
  const temporary_folder root;
  put(root / "proc/self/cgroup", "0::/a\n");
  put(root / "sys/fs/cgroup/a/memory.max", "4096\n");
  put(root / "sys/fs/cgroup/a/cpu.max", "150000 100000\n");
  const json facts = environment(root.path());
  EXPECT_EQ(facts["memory_limit_bytes"], 4096);
  EXPECT_EQ(facts["cpu_quota_cores"], 1.5);
}

}  // namespace
}  // namespace dpscale::protocol
