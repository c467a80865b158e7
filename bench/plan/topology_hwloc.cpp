// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <hwloc.h>
#include <sched.h>

#include <algorithm>
#include <memory>

#include "bench/plan/topology.hpp"

namespace dpscale::bench {
namespace {

struct topology_deleter {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};

/// Logical processors this process may run on, where the topology cannot be had.
int usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(CPU_COUNT(&set), 1) : 1;
}

}  // namespace

int physical_cores() {
  hwloc_topology_t handle = nullptr;
  if (hwloc_topology_init(&handle) != 0) return usable_processors();
  const std::unique_ptr<hwloc_topology, topology_deleter> topology(handle);
  const std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)> allowed(hwloc_bitmap_alloc(),
                                                                              &hwloc_bitmap_free);
  if (hwloc_topology_load(handle) != 0 || !allowed ||
      hwloc_get_cpubind(handle, allowed.get(), HWLOC_CPUBIND_PROCESS) != 0)
    return usable_processors();
  int cores = 0;
  hwloc_obj_t core = nullptr;
  while ((core = hwloc_get_next_obj_by_type(handle, HWLOC_OBJ_CORE, core)) != nullptr)
    if (hwloc_bitmap_intersects(core->cpuset, allowed.get()) != 0) ++cores;
  return cores > 0 ? cores : usable_processors();
}

}  // namespace dpscale::bench
