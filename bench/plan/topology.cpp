// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/topology.hpp"

#include <algorithm>

#include "trainers/protocol/cgroup.hpp"

namespace dpscale::bench {

int usable_cores(const std::filesystem::path& root) {
  const auto quota = protocol::read_cpu_quota(root);
  const int cores = physical_cores();
  return quota ? std::min(cores, static_cast<int>(quota->whole_cores())) : cores;
}

}  // namespace dpscale::bench
