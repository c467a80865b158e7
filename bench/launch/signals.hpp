// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

#include "bench/launch/descriptor.hpp"

namespace dpscale::bench {

/// Turns the signals that matter to a sweep into a descriptor one can poll: SIGCHLD and, unless the
/// caller of the program had them ignored (nohup, a script's background job), SIGINT, SIGTERM and
/// SIGHUP. While it lives SIGPIPE and SIGXFSZ are ignored, so that a closed terminal or a full
/// output is an error of a write and not the end of the harness. One at a time, made before
/// threads.
class signal_inbox {
 public:
  signal_inbox();
  ~signal_inbox();
  signal_inbox(const signal_inbox&) = delete;
  signal_inbox& operator=(const signal_inbox&) = delete;

  /// Readable when a signal waits.
  [[nodiscard]] int descriptor() const { return descriptor_.get(); }
  /// Takes in all signals that wait.
  void drain();
  /// Whether a request to stop has come; looks for new ones.
  [[nodiscard]] bool interrupted();
  /// Gives a child, between fork and exec, the signal state the harness was started with.
  void restore_in_child() const;

 private:
  void restore() const;

  sigset_t before_{}, watched_{};
  struct sigaction child_ {
  }, pipe_{}, file_size_{};
  unique_descriptor descriptor_;
  bool interrupted_ = false;
};

}  // namespace dpscale::bench
