// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace dpscale::profiles {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Seconds a call takes.
template <typename Call>
double timed(const Call& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return seconds_since(start);
}

}  // namespace dpscale::profiles
