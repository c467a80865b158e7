// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>

#include "profiles/phase.hpp"
#include "profiles/phase_ranges.hpp"

namespace dpscale::profiles {

/// A clock that can stamp and subtract: `now()` gives a stamp, `seconds(from, to)` the time between
/// two.
template <typename T>
concept stamp_clock = requires(typename T::stamp a, typename T::stamp b) {
  { T::now() } -> std::same_as<typename T::stamp>;
  { T::seconds(a, b) } -> std::convertible_to<double>;
};

/// The host's monotonic clock.
struct host_clock {
  using stamp = std::chrono::steady_clock::time_point;
  static stamp now() { return std::chrono::steady_clock::now(); }
  static double seconds(stamp from, stamp to) {
    return std::chrono::duration<double>(to - from).count();
  }
};
static_assert(stamp_clock<host_clock>);

/// Charges wall time to one phase at a time; `enter` ends the phase before. Off (the default), and
/// with no tool that listens to ranges, it costs one branch; where a tool listens, each phase but
/// `other` is a range too, on or off. One thread uses it. Seconds accumulate until `reset`; those
/// of all phases together are the time between `start` and `stop`.
template <stamp_clock C>
class basic_phase_clock {
 public:
  void start() {
    on_ = active_ = true;
    current_ = phase::other;
    last_ = C::now();
  }
  void stop() {
    enter(phase::other);
    on_ = false;
    active_ = ranges_.live();
  }
  void enter(phase next) {
    if (!active_) return;
    ranges_.enter(next);
    if (!on_) return;
    const auto stamp = C::now();
    seconds_[static_cast<std::size_t>(current_)] += C::seconds(last_, stamp);
    last_ = stamp;
    current_ = next;
  }
  void reset() { seconds_.fill(0.0); }
  [[nodiscard]] double seconds(phase p) const { return seconds_[static_cast<std::size_t>(p)]; }

 private:
  phase_ranges ranges_;
  bool on_ = false, active_ = ranges_.live();
  phase current_ = phase::other;
  typename C::stamp last_{};
  std::array<double, phase_count> seconds_{};
};

using phase_clock = basic_phase_clock<host_clock>;

}  // namespace dpscale::profiles
