// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/watchdog.hpp"

#include <fmt/format.h>
#include <pthread.h>

#include <chrono>
#include <csignal>
#include <cstdlib>

namespace dpscale {

namespace {

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  // What the destructor wakes the thread with.
  sigaddset(&set, SIGUSR2);
  return set;
}

constexpr double for_ever = 1e8;

timespec until(std::chrono::steady_clock::time_point end) {
  const auto left =
      std::max(end - std::chrono::steady_clock::now(), std::chrono::steady_clock::duration::zero());
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(left);
  timespec t{};
  t.tv_sec = whole.count();
  t.tv_nsec = std::chrono::duration_cast<std::chrono::nanoseconds>(left - whole).count();
  return t;
}

}  // namespace

watchdog::watchdog(std::optional<double> deadline_seconds, words last_words) {
  const sigset_t set = ending_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::jthread([this, deadline_seconds, last_words = std::move(last_words)] {
    watch(deadline_seconds, last_words);
  });
}

watchdog::~watchdog() {
  thread_.request_stop();
  pthread_kill(thread_.native_handle(), SIGUSR2);
}

void watchdog::watch(std::optional<double> deadline_seconds, const words& last_words) {
  const sigset_t set = ending_signals();
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(deadline_seconds.value_or(for_ever)));
  for (;;) {
    const timespec left = until(end);
    const int signal = sigtimedwait(&set, nullptr, &left);
    if (signal == SIGUSR2) return;
    if (signal == SIGINT || signal == SIGTERM) {
      last_words(protocol::exit_code::interrupted,
                 signal == SIGINT ? "interrupted by SIGINT" : "interrupted by SIGTERM");
      std::_Exit(protocol::status(protocol::exit_code::interrupted));
    }
    if (std::chrono::steady_clock::now() >= end) {
      last_words(protocol::exit_code::deadline,
                 fmt::format("the deadline of {} s passed", deadline_seconds.value_or(for_ever)));
      std::_Exit(protocol::status(protocol::exit_code::deadline));
    }
  }
}

}  // namespace dpscale
