// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/programs/this_machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "trainers/backend/cpu/thread.hpp"
#include "trainers/data/data_files.hpp"

namespace dpscale {

surroundings this_machine(const std::filesystem::path& root) {
  constexpr const char* debians = "/usr/share/datasets/fashion-mnist";
  const std::size_t cores = backend::usable_cores().size();
  const std::size_t threads = std::max(std::thread::hardware_concurrency(), 1U);
  return {cores > 0 ? cores : threads, [](const char* name) { return std::getenv(name); },
          data::has_dataset(debians) ? debians : "", protocol::read_cpu_quota(root)};
}

}  // namespace dpscale
