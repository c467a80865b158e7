// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <hwloc.h>

#include <memory>

#include "trainers/protocol/host/environment.hpp"

namespace dpscale::protocol {

namespace {

std::size_t count(hwloc_topology_t topology, hwloc_obj_type_t type) {
  const int found = hwloc_get_nbobjs_by_type(topology, type);
  return found > 0 ? static_cast<std::size_t>(found) : 0;
}

const char* type_name(hwloc_obj_cache_type_t type) {
  switch (type) {
    case HWLOC_OBJ_CACHE_DATA:
      return "data";
    case HWLOC_OBJ_CACHE_INSTRUCTION:
      return "instruction";
    default:
      return "unified";
  }
}

/// Adds the caches of one level and type; a machine with cores of two kinds has two sizes.
void add_caches(hwloc_topology_t topology, hwloc_obj_type_t type, std::vector<cache_kind>& kinds) {
  for (hwloc_obj_t cache = nullptr;
       (cache = hwloc_get_next_obj_by_type(topology, type, cache)) != nullptr;) {
    const auto& facts = cache->attr->cache;
    const cache_kind kind{static_cast<int>(facts.depth), type_name(facts.type), facts.size, 1};
    bool known = false;
    for (cache_kind& other : kinds) {
      if (other.level != kind.level || other.type != kind.type || other.bytes != kind.bytes) {
        continue;
      }
      ++other.count;
      known = true;
    }
    if (!known) kinds.push_back(kind);
  }
}

}  // namespace

processor_topology read_processor_topology() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return {};
  const std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)> topology(
      raw, &hwloc_topology_destroy);
  hwloc_topology_set_icache_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_ALL);
  if (hwloc_topology_load(raw) != 0) return {};
  processor_topology result;
  result.sockets = count(raw, HWLOC_OBJ_PACKAGE);
  result.cores = count(raw, HWLOC_OBJ_CORE);
  result.threads = count(raw, HWLOC_OBJ_PU);
  result.numa_nodes = count(raw, HWLOC_OBJ_NUMANODE);
  for (const hwloc_obj_type_t type : {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L1ICACHE, HWLOC_OBJ_L2CACHE,
                                      HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE}) {
    add_caches(raw, type, result.caches);
  }
  const std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)> allowed(hwloc_bitmap_alloc(),
                                                                              &hwloc_bitmap_free);
  result.usable_threads = result.threads;
  if (allowed && hwloc_get_cpubind(raw, allowed.get(), HWLOC_CPUBIND_PROCESS) == 0) {
    result.usable_threads = static_cast<std::size_t>(hwloc_bitmap_weight(allowed.get()));
  }
  return result;
}

}  // namespace dpscale::protocol
