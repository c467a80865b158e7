// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/signals.hpp"

#include <pthread.h>
#include <sys/signalfd.h>

#include "trainers/protocol/error.hpp"

namespace dpscale::bench {

signal_inbox::signal_inbox() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  // Where the parent ignores SIGCHLD, children would be reaped behind our back.
  sigaction(SIGCHLD, &action, &child_);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, &pipe_);
  sigaction(SIGXFSZ, &action, &file_size_);
  sigemptyset(&watched_);
  sigaddset(&watched_, SIGCHLD);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction present {};
    sigaction(signal, nullptr, &present);
    if (present.sa_handler != SIG_IGN) sigaddset(&watched_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  descriptor_ = unique_descriptor(signalfd(-1, &watched_, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!descriptor_) {
    restore();
    throw protocol::error(protocol::exit_code::unsupported, "signals cannot be watched (signalfd)");
  }
}

signal_inbox::~signal_inbox() {
  drain();
  restore();
}

void signal_inbox::drain() {
  signalfd_siginfo info{};
  while (::read(descriptor_.get(), &info, sizeof info) == sizeof info)
    if (info.ssi_signo != SIGCHLD) interrupted_ = true;
}

bool signal_inbox::interrupted() {
  drain();
  return interrupted_;
}

void signal_inbox::restore() const {
  sigaction(SIGCHLD, &child_, nullptr);
  sigaction(SIGPIPE, &pipe_, nullptr);
  sigaction(SIGXFSZ, &file_size_, nullptr);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void signal_inbox::restore_in_child() const { restore(); }

}  // namespace dpscale::bench
