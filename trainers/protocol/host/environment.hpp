// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace dpscale::protocol {

/// One kind of cache of the machine.
struct cache_kind {
  int level = 0;
  std::string type;         ///< data, instruction or unified
  std::uint64_t bytes = 0;  ///< of one of them
  std::size_t count = 0;    ///< of such caches in the machine
};

/// What hwloc knows of the processors.
struct processor_topology {
  std::size_t sockets = 0, cores = 0, threads = 0, numa_nodes = 0;
  std::size_t usable_threads = 0;  ///< logical processors this process may run on
  std::vector<cache_kind> caches;
};

/// The machine's; all zero where hwloc can't read it.
[[nodiscard]] processor_topology read_processor_topology();

/// The record's `environment` section: facts of the host by an allow-list, never the process's
/// environment or a user's name. A fact that can't be had is {"value": null, "reason"}. `root` is
/// where /proc, /sys and /etc are looked for (tests bring their own).
[[nodiscard]] nlohmann::json environment(const std::filesystem::path& root = "/");

}  // namespace dpscale::protocol
