// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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
constexpr std::size_t error_bytes = std::size_t{4} << 10, line_bytes = std::size_t{4} << 10;

struct pipe_ends {
  unique_descriptor read, write;
};

/// Where the child's words go; `report` carries errno where exec fails.
struct channels {
  pipe_ends error, output, report, channel;
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
  int report = to.report.write.get();
  if (to.channel.write) {
    // Whatever stands on the channel's number moves away first, the channel itself too.
    report = fcntl(report, F_DUPFD_CLOEXEC, channel_descriptor + 1);
    dup2(fcntl(to.channel.write.get(), F_DUPFD_CLOEXEC, channel_descriptor + 1),
         channel_descriptor);
  }
  lower_limit(RLIMIT_CORE, 0);
  if (request.memory_limit_bytes) lower_limit(RLIMIT_DATA, *request.memory_limit_bytes);
  inbox.restore_in_child();
  execv(arguments[0], arguments);
  const int fault = errno;
  [[maybe_unused]] const auto written = write(report, &fault, sizeof fault);
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

/// Both ends of a stream socket.
pipe_ends make_channel() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw protocol::error(protocol::exit_code::unsupported,
                          std::string("no socket for a launch: ") + std::strerror(errno));
  return {unique_descriptor(ends[0]), unique_descriptor(ends[1])};
}

}  // namespace

struct process::parts {
  channels pipes{make_pipe(), make_pipe(), make_pipe(), {}};
  launch_session session;
  std::optional<std::uint64_t> kills_before = out_of_memory_kills();
  clock::time_point start = clock::now();
  bool errors_open = true, output_open = true, channel_open = false, finished = false;
  std::string received;
};

process::process(process_request request, signal_inbox& inbox)
    : request_(std::move(request)), inbox_(inbox), parts_(std::make_unique<parts>()) {
  channels& pipes = parts_->pipes;
  // Our ends only: the child's writes must block where a pipe is full, not fail.
  fcntl(pipes.error.read.get(), F_SETFL, O_NONBLOCK);
  fcntl(pipes.output.read.get(), F_SETFL, O_NONBLOCK);
  if (request_.channel) {
    pipes.channel = make_channel();
    fcntl(pipes.channel.read.get(), F_SETFL, O_NONBLOCK);
    parts_->channel_open = true;
  }
  become_subreaper();
  parts_->start = clock::now();
  parts_->session.set_leader(bench::start(request_, pipes, inbox));
  for (pipe_ends* pipe : {&pipes.error, &pipes.output, &pipes.report, &pipes.channel})
    pipe->write.reset();
  int fault = 0;
  // Ends at once: the other end closes at exec.
  if (read(pipes.report.read.get(), &fault, sizeof fault) == sizeof fault)
    result_.start_failure = std::strerror(fault);
}

process::~process() {
  if (!parts_->finished) parts_->session.end(request_.grace_seconds);
}

int process::id() const { return parts_->session.leader(); }

double process::seconds() const {
  return std::chrono::duration<double>(clock::now() - parts_->start).count();
}

bool process::ended(double seconds) {
  const auto end = clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    // Taken in before the look, so that the end of a child after it wakes the poll.
    inbox_.drain();
    launch_session::reap();
    if (parts_->session.leader_status()) return true;
    const double left = std::chrono::duration<double>(end - clock::now()).count();
    if (left <= 0.0) return false;
    poll_for(left, false);
  }
}

bool process::channel_open() const { return parts_->channel_open; }

/// Whether there is nothing more to wait for.
bool process::over() {
  // The inbox before the look: a child that ends after it leaves its signal for the poll.
  const bool asked_to_stop = inbox_.interrupted();
  if (ended()) return true;
  result_.interrupted = asked_to_stop;
  result_.out_of_time = seconds_left() <= 0.0 && !asked_to_stop;
  return result_.interrupted || result_.out_of_time;
}

void process::poll_for(double seconds, bool with_channel) {
  const channels& from = parts_->pipes;
  std::array<pollfd, 4> polled{
      {{inbox_.descriptor(), POLLIN, 0},
       {parts_->errors_open ? from.error.read.get() : -1, POLLIN, 0},
       {parts_->output_open ? from.output.read.get() : -1, POLLIN, 0},
       {with_channel && parts_->channel_open ? from.channel.read.get() : -1, POLLIN, 0}}};
  poll(polled.data(), polled.size(), static_cast<int>(std::ceil(std::min(seconds, 1e5) * 1e3)));
  read_pipes();
}

void process::read_pipes() {
  if (parts_->errors_open)
    parts_->errors_open =
        read_into(parts_->pipes.error.read.get(), result_.stderr_tail, error_bytes);
  if (parts_->output_open)
    parts_->output_open =
        read_into(parts_->pipes.output.read.get(), result_.output, kept_output_bytes);
}

void process::wait() {
  while (!over()) poll_for(seconds_left(), false);
}

std::optional<std::string> process::line(double seconds) {
  const auto end = clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    // What it said before it ended counts.
    const bool is_over = over();
    if (parts_->channel_open)
      parts_->channel_open =
          read_into(parts_->pipes.channel.read.get(), parts_->received, line_bytes);
    if (const auto at = parts_->received.find('\n'); at != std::string::npos) {
      std::string found = parts_->received.substr(0, at);
      parts_->received.erase(0, at + 1);
      return found;
    }
    const double left = std::chrono::duration<double>(end - clock::now()).count();
    if (is_over || !parts_->channel_open || left <= 0.0) return std::nullopt;
    poll_for(std::min(left, seconds_left()), true);
  }
}

bool process::send(const std::string& text) {
  // Short lines into an empty socket: all at once, or nobody is there.
  return ::send(parts_->pipes.channel.read.get(), text.data(), text.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(text.size());
}

void process::close_channel() { shutdown(parts_->pipes.channel.read.get(), SHUT_WR); }

process_result process::finish() {
  result_.wall_seconds = seconds();
  launch_session& session = parts_->session;
  launch_session::reap();
  // The leader itself counts only where it was ours to end.
  if (session.leader_status()) result_.leftovers = static_cast<int>(session.alive().size());
  session.end(request_.grace_seconds);
  parts_->finished = true;
  read_pipes();
  const int status = session.leader_status().value_or(0);
  if (WIFSIGNALED(status))
    result_.signal = WTERMSIG(status);
  else if (result_.start_failure.empty())
    result_.exit_code = WEXITSTATUS(status);
  result_.memory_killed = out_of_memory_kills() > parts_->kills_before;
  return std::move(result_);
}

process_result run_process(const process_request& request, signal_inbox& inbox) {
  process child(request, inbox);
  child.wait();
  return child.finish();
}

}  // namespace dpscale::bench
