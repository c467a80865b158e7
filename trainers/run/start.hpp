// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace dpscale {

/// Seconds since the system started this process, before its libraries were loaded; to the system's
/// tick (10 ms on Linux). Empty where /proc doesn't say.
std::optional<double> seconds_since_process_start();

}  // namespace dpscale
