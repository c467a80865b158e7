// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/measure/turns.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "trainers/protocol/error.hpp"
#include "trainers/run/measure/windows.hpp"

namespace dpscale {

namespace {

[[noreturn]] void fail(const std::string& why) {
  throw protocol::error(protocol::exit_code::communication, "--turns: " + why);
}

/// The seconds in "turn SECONDS".
double seconds_in(const std::string& line) {
  constexpr std::string_view word = "turn ";
  char* end = nullptr;
  const double seconds =
      line.starts_with(word) ? std::strtod(line.c_str() + word.size(), &end) : 0.0;
  if (end == nullptr || *end != '\0' || !(seconds > 0) || seconds > 1e6)
    fail(fmt::format("received '{}', expected 'turn SECONDS'", line.substr(0, 80)));
  return seconds;
}

/// While others had the turn, their data took the caches' place. A fifth of a window, at least one
/// step, brings ours back; tests/run/turns_test.cpp and bench/README.md say how that was found.
constexpr double untimed_share = 0.2;

}  // namespace

turn_channel::turn_channel(int descriptor) : descriptor_(descriptor) {
  if (fcntl(descriptor, F_GETFD) < 0)
    throw protocol::error(protocol::exit_code::usage,
                          fmt::format("--turns {}: no such open descriptor; the harness that gives "
                                      "turns opens it",
                                      descriptor));
}

void turn_channel::send(const std::string& line) {
  // MSG_NOSIGNAL: a harness that is gone is an error here, not a SIGPIPE.
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t count = ::send(descriptor_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(fmt::format("can't be written to: {}", std::strerror(errno)));
    sent += static_cast<std::size_t>(count);
  }
}

void turn_channel::ready() { send("ready\n"); }

std::optional<double> turn_channel::next() {
  for (;;) {
    if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
      const std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return seconds_in(line);
    }
    std::array<char, 256> bytes{};
    const ssize_t count = ::read(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(fmt::format("can't be read: {}", std::strerror(errno)));
    if (count == 0) return std::nullopt;
    received_.append(bytes.data(), static_cast<std::size_t>(count));
    if (received_.size() > 4096) fail("received a line of more than 4096 bytes");
  }
}

void turn_channel::done(const window& timed) {
  send(fmt::format("done {:.9g} {} {}\n", timed.seconds, timed.steps, timed.samples));
}

measurement measure_in_turns(const measure_settings& settings, turn_channel* channel, world& ranks,
                             stepper& work) {
  measurement result;
  windows_runner runner(ranks, work);
  double step = warm_up(settings, runner, result);
  throttle_meter meter;
  runner.forget_samples();
  if (channel != nullptr) channel->ready();
  for (;;) {
    // Negative: no further turn.
    const double mine = channel != nullptr ? channel->next().value_or(-1.0) : 0.0;
    const double seconds = ranks.gather_all(mine).front();
    if (seconds < 0) break;
    if (channel != nullptr) meter.start();
    runner.run_untimed(steps_for(untimed_share * seconds, step));
    const window timed = runner.run(steps_for_window(seconds, step));
    // The fastest so far: a turn in which the cores were lost mustn't shorten the next.
    step = std::min(step, timed.seconds / static_cast<double>(timed.steps));
    result.windows.push_back(timed);
    if (channel == nullptr) continue;
    meter.stop();
    channel->done(timed);
  }
  result.ended_by = measuring_end::turns;
  result.throttled = meter.total();
  if (result.windows.empty()) fail("the stream ended before the first turn");
  result.samples_per_rank = runner.samples();
  return result;
}

}  // namespace dpscale
