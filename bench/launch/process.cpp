// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>

#include "bench/launch/memory.hpp"
#include "bench/launch/session.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using clock = std::chrono::steady_clock;
constexpr std::size_t error_bytes = std::size_t{4} << 10;

struct pipe_ends {
  unique_descriptor read, write;
};

/// Where the child's words go; `report` carries errno where exec fails.
struct channels {
  pipe_ends error, output, report;
};

pipe_ends make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw protocol::error(protocol::exit_code::unsupported,
                          std::string("no pipe for a launch: ") + std::strerror(errno));
  return {unique_descriptor(ends[0]), unique_descriptor(ends[1])};
}

void lower_limit(int resource, rlim_t value) {
  rlimit limit{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  limit.rlim_cur = limit.rlim_max = std::min(value, limit.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

/// The child's side, between fork and exec: only calls that are safe there.
[[noreturn]] void become(const process_request& request, char* const* arguments, int null,
                         const channels& to, pid_t parent, const signal_inbox& inbox) {
  setsid();
  // A harness that is itself killed must not leave its trainer running.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  dup2(null, STDIN_FILENO);
  dup2(request.keep_output ? to.output.write.get() : null, STDOUT_FILENO);
  dup2(to.error.write.get(), STDERR_FILENO);
  lower_limit(RLIMIT_CORE, 0);
  if (request.memory_limit_bytes) lower_limit(RLIMIT_DATA, *request.memory_limit_bytes);
  inbox.restore_in_child();
  execv(arguments[0], arguments);
  const int fault = errno;
  [[maybe_unused]] const auto written = write(to.report.write.get(), &fault, sizeof fault);
  _exit(127);
}

/// Appends what `descriptor` holds to `tail`, keeping its end; false at the end of the stream.
bool read_into(int descriptor, std::string& tail, std::size_t most) {
  std::array<char, 4096> chunk{};
  while (true) {
    const ssize_t count = read(descriptor, chunk.data(), chunk.size());
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    tail.append(chunk.data(), static_cast<std::size_t>(count));
    if (tail.size() > most) tail.erase(0, tail.size() - most);
  }
}

/// Watches one child until it ends or must end.
class watch {
 public:
  watch(const process_request& request, signal_inbox& inbox, launch_session& session,
        const channels& from, process_result& result)
      : request_(request), inbox_(inbox), session_(session), from_(from), result_(result) {}

  void until_end() {
    while (true) {
      // The inbox before the look: a child that ends after it leaves its signal for the poll.
      const bool asked_to_stop = inbox_.interrupted();
      session_.reap();
      if (session_.leader_status()) return;
      const double left =
          request_.limit_seconds - std::chrono::duration<double>(clock::now() - start_).count();
      result_.interrupted = asked_to_stop;
      result_.out_of_time = left <= 0.0 && !asked_to_stop;
      if (result_.interrupted || result_.out_of_time) return;
      wait(left);
    }
  }

  /// Takes what the pipes hold.
  void read_all() {
    if (errors_open_)
      errors_open_ = read_into(from_.error.read.get(), result_.stderr_tail, error_bytes);
    if (output_open_)
      output_open_ = read_into(from_.output.read.get(), result_.output, kept_output_bytes);
  }

 private:
  void wait(double seconds) {
    std::array<pollfd, 3> polled{{{inbox_.descriptor(), POLLIN, 0},
                                  {errors_open_ ? from_.error.read.get() : -1, POLLIN, 0},
                                  {output_open_ ? from_.output.read.get() : -1, POLLIN, 0}}};
    poll(polled.data(), polled.size(), static_cast<int>(std::ceil(std::min(seconds, 1e5) * 1e3)));
    read_all();
  }

  const process_request& request_;
  signal_inbox& inbox_;
  launch_session& session_;
  const channels& from_;
  process_result& result_;
  const clock::time_point start_ = clock::now();
  bool errors_open_ = true, output_open_ = true;
};

/// The child's process id; starts it.
pid_t start(const process_request& request, const channels& to, const signal_inbox& inbox) {
  std::vector<char*> arguments;
  for (const std::string& argument : request.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const unique_descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(request, arguments.data(), null.get(), to, parent, inbox);
  if (child < 0)
    throw protocol::error(protocol::exit_code::unsupported,
                          std::string("a launch could not be started: ") + std::strerror(errno));
  return child;
}

}  // namespace

process_result run_process(const process_request& request, signal_inbox& inbox) {
  process_result result;
  channels pipes{make_pipe(), make_pipe(), make_pipe()};
  // Our ends only: the child's writes must block where a pipe is full, not fail.
  fcntl(pipes.error.read.get(), F_SETFL, O_NONBLOCK);
  fcntl(pipes.output.read.get(), F_SETFL, O_NONBLOCK);
  const auto kills_before = out_of_memory_kills();
  become_subreaper();
  launch_session session;
  const auto begin = clock::now();
  session.set_leader(start(request, pipes, inbox));
  for (pipe_ends* pipe : {&pipes.error, &pipes.output, &pipes.report}) pipe->write.reset();
  int fault = 0;
  // Ends at once: the other end closes at exec.
  if (read(pipes.report.read.get(), &fault, sizeof fault) == sizeof fault)
    result.start_failure = std::strerror(fault);
  watch watched(request, inbox, session, pipes, result);
  watched.until_end();
  result.wall_seconds = std::chrono::duration<double>(clock::now() - begin).count();
  // The leader itself counts only where it was ours to end.
  if (session.leader_status()) result.leftovers = static_cast<int>(session.alive().size());
  session.end(request.grace_seconds);
  watched.read_all();
  const int status = session.leader_status().value_or(0);
  if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
  else if (result.start_failure.empty())
    result.exit_code = WEXITSTATUS(status);
  result.memory_killed = out_of_memory_kills() > kills_before;
  return result;
}

}  // namespace dpscale::bench
