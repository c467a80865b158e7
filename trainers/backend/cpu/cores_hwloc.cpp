// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <hwloc.h>

#include <memory>

#include "trainers/backend/cpu/thread.hpp"

namespace dpscale::backend {

std::vector<int> usable_cores() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return {};
  const std::unique_ptr<hwloc_topology, void (*)(hwloc_topology_t)> topology(
      raw, hwloc_topology_destroy);
  if (hwloc_topology_load(raw) != 0) return {};
  const std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> allowed(hwloc_bitmap_alloc(),
                                                                          hwloc_bitmap_free);
  if (hwloc_get_cpubind(raw, allowed.get(), HWLOC_CPUBIND_PROCESS) != 0) {
    hwloc_bitmap_copy(allowed.get(), hwloc_topology_get_allowed_cpuset(raw));
  }
  std::vector<int> cores;
  for (hwloc_obj_t core = nullptr;
       (core = hwloc_get_next_obj_by_type(raw, HWLOC_OBJ_CORE, core)) != nullptr;) {
    const std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> mine(
        hwloc_bitmap_dup(core->cpuset), hwloc_bitmap_free);
    hwloc_bitmap_and(mine.get(), mine.get(), allowed.get());
    const int first = hwloc_bitmap_first(mine.get());
    if (first >= 0) cores.push_back(first);
  }
  return cores;
}

}  // namespace dpscale::backend
