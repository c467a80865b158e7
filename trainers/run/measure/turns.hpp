// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "trainers/run/measure/measure.hpp"

namespace dpscale {

/// The trainer's end of --turns: a stream socket on which the harness gives turns. Each message is
/// a line: "ready" once and "done SECONDS STEPS SAMPLES" after each window go out, "turn SECONDS"
/// comes in; where the stream ends, the measuring does. Doesn't own the descriptor.
class turn_channel {
 public:
  /// Throws protocol::error{usage} where `descriptor` is not open.
  explicit turn_channel(int descriptor);

  // All throw protocol::error{communication} for what isn't a message, or can't be sent.

  void ready();
  /// Blocks until the next turn: how long its window should last, in seconds; none where there is
  /// no further one.
  std::optional<double> next();
  void done(const window& timed);

 private:
  void send(const std::string& line);

  int descriptor_;
  std::string received_;
};

/// Measures a window at each turn that rank 0's `channel` gives (null on the other ranks): warm-up
/// as measure() has, "ready", then in every turn untimed steps until the caches hold this
/// trainer's data again and one window. Collective. Throws protocol::error{communication} where
/// the channel fails or ends before the first turn.
measurement measure_in_turns(const measure_settings& settings, turn_channel* channel, world& ranks,
                             stepper& work);

}  // namespace dpscale
