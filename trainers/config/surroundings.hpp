// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

#include "trainers/protocol/host/cgroup.hpp"

namespace dpscale {

/// What of the machine a command line's meaning depends on; tests bring their own.
struct surroundings {
  std::size_t cores = 1;  ///< that this process may use, one a device
  /// The value of an environment variable; null where it isn't set.
  std::function<const char*(const char* name)> variable;
  /// The data set used where none is named; empty where there is none.
  std::filesystem::path installed_data;
  /// Of the control groups this process is in; none where none limits it.
  std::optional<protocol::cpu_quota> quota{};
};

}  // namespace dpscale
