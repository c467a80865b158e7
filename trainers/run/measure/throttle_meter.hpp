// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "trainers/protocol/host/cgroup.hpp"

namespace dpscale {

/// Adds up how often the CPU quota stopped this process during stretches of a run. Reads files at a
/// stretch's start and end, never inside it.
class throttle_meter {
 public:
  /// What the system has counted so far; tests bring their own.
  using reader = std::function<std::optional<protocol::throttling>()>;

  explicit throttle_meter(reader read = [] { return protocol::read_throttling(); })
      : read_(std::move(read)), total_(protocol::throttling{}) {}

  void start() { before_ = read_(); }
  void stop();
  /// Of all stretches; none where the system doesn't count it, or started to count anew.
  [[nodiscard]] const std::optional<protocol::throttling>& total() const { return total_; }

 private:
  reader read_;
  std::optional<protocol::throttling> before_, total_;
};

}  // namespace dpscale
