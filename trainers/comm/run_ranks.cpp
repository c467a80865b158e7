// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/comm/run_ranks.hpp"

#include <fmt/format.h>

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "trainers/backend/cpu/thread.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::comm {

namespace {

/// Keeps the failure to report: the first one, but anything rather than "another rank failed".
class first_failure {
 public:
  void keep(std::exception_ptr failure, bool consequence) {
    const std::scoped_lock lock(mutex_);
    if (!failure_ || (consequence_ && !consequence)) {
      failure_ = std::move(failure);
      consequence_ = consequence;
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
  bool consequence_ = false;
};

protocol::error no_thread(std::size_t rank, int ranks, const std::system_error& fault) {
  return {protocol::exit_code::unsupported,
          fmt::format("the thread of rank {} of {} can't be started ({}); use fewer devices, or "
                      "raise the limits on threads and memory",
                      rank, ranks, fault.code().message())};
}

}  // namespace

void run_ranks(local_group& group, const std::vector<int>& cores,
               const std::function<void(int)>& body) {
  first_failure failure;
  const auto run = [&](int rank) {
    try {
      const auto r = static_cast<std::size_t>(rank);
      if (r < cores.size()) static_cast<void>(backend::pin_this_thread(cores[r]));
      static_cast<void>(backend::flush_subnormals());
      body(rank);
    } catch (const protocol::error& e) {
      failure.keep(std::current_exception(), e.code() == protocol::exit_code::communication);
      group.abort();
    } catch (...) {
      failure.keep(std::current_exception(), false);
      group.abort();
    }
  };
  {
    std::vector<std::jthread> threads;
    try {
      for (int rank = 0; rank < group.size(); ++rank) threads.emplace_back(run, rank);
    } catch (const std::system_error& e) {
      // Those that have started wait for the ones that never will.
      failure.keep(std::make_exception_ptr(no_thread(threads.size(), group.size(), e)), false);
      group.abort();
    }
  }
  failure.rethrow();
}

}  // namespace dpscale::comm
