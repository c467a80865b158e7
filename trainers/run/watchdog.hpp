// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "trainers/protocol/exit_code.hpp"

namespace dpscale {

/// Ends the process when its deadline passes or SIGINT or SIGTERM comes: calls `last_words(code,
/// reason)` on its own thread, then exits with that code (deadline 124, interrupted 130) without
/// running destructors, since ranks may be stuck. Make it before any other thread: it blocks both
/// signals for all of them. Destroying it disarms it.
class watchdog {
 public:
  using words = std::function<void(protocol::exit_code, const std::string&)>;
  watchdog(std::optional<double> deadline_seconds, words last_words);
  ~watchdog();
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

 private:
  void watch(std::optional<double> deadline_seconds, const words& last_words);
  std::jthread thread_;
};

}  // namespace dpscale
