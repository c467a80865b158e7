// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/launch/signals.hpp"

namespace dpscale::bench {

inline constexpr std::size_t kept_output_bytes = std::size_t{1} << 20;

/// One child to run. Its standard input is /dev/null, the end of its standard error is kept.
struct process_request {
  std::vector<std::string> arguments;               ///< the program's path first
  double limit_seconds = 60.0;                      ///< past it the whole session is ended
  double grace_seconds = 2.0;                       ///< between SIGTERM and SIGKILL
  std::optional<std::uint64_t> memory_limit_bytes;  ///< RLIMIT_DATA of each of its processes
  bool keep_output = false;  ///< keep standard output too; else it goes to /dev/null
  bool channel = false;      ///< open a stream socket to it, on descriptor `channel_descriptor`
};

/// The child's end of its channel.
inline constexpr int channel_descriptor = 3;

/// How a child ended. Nothing it started lives any more.
struct process_result {
  std::optional<int> exit_code;  ///< none: ended by `signal`, or never started
  int signal = 0;
  std::string start_failure;   ///< why it could not be started; empty otherwise
  bool out_of_time = false;    ///< ended by us, past `limit_seconds`
  bool interrupted = false;    ///< ended by us, because we were asked to stop
  bool memory_killed = false;  ///< the kernel killed something for want of memory meanwhile
  std::string ended_for;       ///< why else we ended it, in words; empty otherwise
  bool silent = false;         ///< that was for saying nothing
  int leftovers = 0;           ///< processes that outlived the leader and were ended
  double wall_seconds = 0.0;
  std::string stderr_tail;  ///< the last 4 KiB
  std::string output;       ///< the last kept_output_bytes of standard output, if asked for
};

/// A child that runs in a session of its own. Several may be alive at once, on one thread; `inbox`
/// outlives them.
class process {
 public:
  /// Starts it; one that can't be executed has ended. Throws protocol::error{unsupported} when the
  /// system gives no process or pipe.
  process(process_request request, signal_inbox& inbox);
  /// Ends what is left of it.
  ~process();

  /// Whether it has ended by itself, or does within `seconds`.
  [[nodiscard]] bool ended(double seconds = 0.0);
  /// Whether it holds its end of the channel.
  [[nodiscard]] bool channel_open() const;
  /// Waits until it ends, its time is up, or `inbox` says stop.
  void wait();
  /// The next line of its channel, without its end; none once it has ended or closed the channel,
  /// its time or `seconds` are up, or `inbox` says stop.
  [[nodiscard]] std::optional<std::string> line(double seconds);
  /// Sends `text` on its channel; false where nobody reads it any more.
  bool send(const std::string& text);
  /// Tells it that nothing more comes on its channel.
  void close_channel();
  /// Ends whatever is left of the session and tells how it ended; once.
  [[nodiscard]] process_result finish();

  /// Whether the wait for it ended because `inbox` says stop.
  [[nodiscard]] bool interrupted() const { return result_.interrupted; }
  [[nodiscard]] int id() const;
  /// Seconds since it was started.
  [[nodiscard]] double seconds() const;
  [[nodiscard]] double seconds_left() const { return request_.limit_seconds - seconds(); }

 private:
  struct parts;
  [[nodiscard]] bool over();
  void poll_for(double seconds, bool with_channel);
  void read_pipes();

  process_request request_;
  signal_inbox& inbox_;
  std::unique_ptr<parts> parts_;
  process_result result_;
};

/// Runs a child in a session of its own until it ends, its time is up or `inbox` says stop; then
/// ends whatever is left of the session. Throws as process does.
[[nodiscard]] process_result run_process(const process_request& request, signal_inbox& inbox);

}  // namespace dpscale::bench
