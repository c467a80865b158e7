// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <set>
#include <vector>

namespace dpscale::bench {

/// Everything one launch started: its leader's session, and whoever left that session but descends
/// from its leader or, while no other launch is alive, from this process. A process group would
/// miss ranks: Open MPI gives each its own. Several may be alive at once, on one thread.
class launch_session {
 public:
  /// Made before the launch: children that this process has by now are none of its.
  launch_session();
  ~launch_session();
  launch_session(const launch_session&) = delete;
  launch_session& operator=(const launch_session&) = delete;
  /// `leader` is a child of this process and calls setsid.
  void set_leader(pid_t leader);
  [[nodiscard]] pid_t leader() const { return leader_; }

  /// Collects ended children, of other sessions and adopted orphans too; does not wait.
  static void reap();
  /// The leader's wait status once it has ended and was reaped.
  [[nodiscard]] std::optional<int> leader_status() const;
  /// Processes of the launch that still live.
  [[nodiscard]] std::vector<pid_t> alive() const;
  /// Ends what lives: SIGTERM, up to `grace_seconds` of waiting, then SIGKILL until nothing is
  /// left. The leader is reaped when it returns.
  void end(double grace_seconds);

 private:
  void signal_all(int signal) const;
  bool wait_until_gone(double seconds);

  pid_t leader_ = -1;
  std::set<pid_t> bystanders_;
};

/// Makes this process the one that inherits its descendants' orphans (PR_SET_CHILD_SUBREAPER).
void become_subreaper();

}  // namespace dpscale::bench
