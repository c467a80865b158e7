// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trainers/config/config.hpp"
#include "trainers/config/table.hpp"
#include "trainers/config/values.hpp"
#include "trainers/protocol/host/cgroup.hpp"

namespace dpscale {

/// The options one source gives.
struct option_layer {
  std::string source;  ///< flag, environment, preset or default
  std::map<std::string, given> values;
};

// All throw protocol::error with one line.

/// Of options that exclude each other, keeps those of the highest layer that has one; `layers` are
/// highest first. usage where one layer has two.
void keep_one_of_each_set(const std::vector<option_spec>& table, std::vector<option_layer>& layers);

/// usage where flags contradict each other or would have no effect.
void check_conflicts(const config& c, const std::vector<option_spec>& table,
                     const option_layer& flags);

/// usage where more devices are asked for than there are cores, or more samples than a batch holds.
void check_devices(const config& c, std::size_t cores);

/// usage where more devices are asked for than the CPU quota keeps running.
void check_quota(const config& c, const std::optional<protocol::cpu_quota>& quota);

/// unsupported for what the protocol names and this build can't do.
void check_supported(const config& c, const std::vector<option_spec>& table,
                     const option_layer& environment);

}  // namespace dpscale
