// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace dpscale {

/// What a rank is doing, for the one who asks when a deadline passes. Written by the rank, read by
/// the watchdog.
struct alignas(128) rank_progress {
  std::atomic<const char*> activity{"starting"};  ///< a string literal
  std::atomic<std::uint64_t> step{0};             ///< steps finished
};

}  // namespace dpscale
