// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/topology.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trainers/protocol/host/cgroup.hpp"
#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {

int usable_cores(const std::filesystem::path& root) {
  const auto quota = protocol::read_cpu_quota(root);
  const int cores = physical_cores();
  return quota ? std::min(cores, static_cast<int>(quota->whole_cores())) : cores;
}

std::string quota_notice(const std::filesystem::path& root) {
  const auto quota = protocol::read_cpu_quota(root);
  const int cores = physical_cores();
  if (!quota || quota->cores >= cores) return "";
  return fmt::format("a CPU quota of {:.4g} of {} cores is in force ({}): devices count up to {}\n",
                     quota->cores, cores, protocol::printable(quota->file.string()),
                     usable_cores(root));
}

}  // namespace dpscale::bench
