// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace dpscale::bench {

/// What a process and its machine have lost so far; what the system doesn't tell is none.
struct losses {
  std::optional<double> steal_seconds;  ///< all cores, taken by the hypervisor (10 ms ticks)
  std::optional<double> run_queue_wait_seconds;       ///< its threads, ready to run and not running
  std::optional<std::uint64_t> involuntary_switches;  ///< of its threads
  std::optional<std::uint64_t> throttled_periods;     ///< of its control group, by the CPU quota
};

/// Of process `pid`, its threads added up. `proc` is where /proc is.
[[nodiscard]] losses losses_of(int pid, const std::string& proc = "/proc");

/// What came between two looks, as a turn's `disturbance` in the journal.
[[nodiscard]] nlohmann::json disturbance_between(const losses& before, const losses& after);

}  // namespace dpscale::bench
