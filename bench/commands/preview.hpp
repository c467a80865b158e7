// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bench/sweep/setup.hpp"

namespace dpscale::bench {

/// What --dry-run prints: cells, launches, the time they will take, and how many launches it takes
/// to decide an efficiency.
[[nodiscard]] std::string preview(const sweep_setup& setup);

}  // namespace dpscale::bench
