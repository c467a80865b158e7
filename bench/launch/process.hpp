// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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
};

/// How a child ended. Nothing it started lives any more.
struct process_result {
  std::optional<int> exit_code;  ///< none: ended by `signal`, or never started
  int signal = 0;
  std::string start_failure;   ///< why it could not be started; empty otherwise
  bool out_of_time = false;    ///< ended by us, past `limit_seconds`
  bool interrupted = false;    ///< ended by us, because we were asked to stop
  bool memory_killed = false;  ///< the kernel killed something for want of memory meanwhile
  int leftovers = 0;           ///< processes that outlived the leader and were ended
  double wall_seconds = 0.0;
  std::string stderr_tail;  ///< the last 4 KiB
  std::string output;       ///< the last kept_output_bytes of standard output, if asked for
};

/// Runs a child in a session of its own until it ends, its time is up or `inbox` says stop; then
/// ends whatever is left of the session. Throws protocol::error{unsupported} when the system gives
/// no process or pipe.
[[nodiscard]] process_result run_process(const process_request& request, signal_inbox& inbox);

}  // namespace dpscale::bench
