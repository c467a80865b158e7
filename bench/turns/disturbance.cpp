// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/disturbance.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "trainers/protocol/host/cgroup.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

/// Field `index` (from 0) of the first line of a file of blank-separated fields.
std::optional<std::uint64_t> field_in(const std::string& path, int index) {
  std::ifstream file(path);
  std::string word;
  for (int i = 0; i <= index; ++i)
    if (!(file >> word)) return std::nullopt;
  std::istringstream text(word);
  std::uint64_t value = 0;
  return text >> value ? std::optional(value) : std::nullopt;
}

/// The number after "nonvoluntary_ctxt_switches:" in a thread's status.
std::optional<std::uint64_t> switches_in(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  while (file >> word)
    if (std::uint64_t value = 0; word == "nonvoluntary_ctxt_switches:" && file >> value)
      return value;
  return std::nullopt;
}

void add(std::optional<std::uint64_t>& sum, std::optional<std::uint64_t> part) {
  if (part) sum = sum.value_or(0) + *part;
}

template <typename T>
json difference(const std::optional<T>& before, const std::optional<T>& after) {
  // A thread that ended takes its count along.
  if (!before || !after || *after < *before) return nullptr;
  return *after - *before;
}

}  // namespace

losses losses_of(int pid, const std::string& proc) {
  losses found;
  // proc(5): "cpu user nice system idle iowait irq softirq steal", in ticks.
  if (const auto ticks = field_in(proc + "/stat", 8))
    found.steal_seconds = static_cast<double>(*ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
  // The process's groups are this one's: it is our child.
  if (const auto stopped = protocol::read_throttling(std::filesystem::path(proc).parent_path()))
    found.throttled_periods = stopped->periods;
  std::optional<std::uint64_t> wait_nanoseconds;
  std::error_code fault;
  std::filesystem::directory_iterator threads(proc + "/" + std::to_string(pid) + "/task", fault);
  for (const auto end = std::filesystem::directory_iterator(); !fault && threads != end;
       threads.increment(fault)) {
    // Documentation/scheduler/sched-stats: time on the CPU, time waiting for it, both in
    // nanoseconds.
    add(wait_nanoseconds, field_in(threads->path() / "schedstat", 1));
    add(found.involuntary_switches, switches_in(threads->path() / "status"));
  }
  if (wait_nanoseconds)
    found.run_queue_wait_seconds = 1e-9 * static_cast<double>(*wait_nanoseconds);
  return found;
}

json disturbance_between(const losses& before, const losses& after) {
  return {
      {"steal_seconds", difference(before.steal_seconds, after.steal_seconds)},
      {"run_queue_wait_seconds",
       difference(before.run_queue_wait_seconds, after.run_queue_wait_seconds)},
      {"involuntary_switches", difference(before.involuntary_switches, after.involuntary_switches)},
      {"throttled_periods", difference(before.throttled_periods, after.throttled_periods)}};
}

}  // namespace dpscale::bench
