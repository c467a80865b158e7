// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

#include "trainers/kernels/team.hpp"

namespace dpscale::tests {

/// What the members of a team share: a barrier and a slot each, for one reduction at a time.
class team_meeting {
 public:
  explicit team_meeting(std::size_t size)
      : barrier_(static_cast<std::ptrdiff_t>(size)), slots_(size) {}

  /// Every member's value folded in the order of ranks, by each member for itself.
  template <typename T, typename Combine>
  T combined(std::size_t rank, T value, const Combine& combine) {
    slots_[rank] = static_cast<double>(value);
    barrier_.arrive_and_wait();
    T all = static_cast<T>(slots_[0]);
    for (std::size_t i = 1; i < slots_.size(); ++i) {
      all = static_cast<T>(combine(all, static_cast<T>(slots_[i])));
    }
    barrier_.arrive_and_wait();
    return all;
  }

 private:
  std::barrier<> barrier_;
  std::vector<double> slots_;
};

/// One thread of a team of threads: a warp or a block, as far as a body can tell, without a GPU.
class threaded_team : public kernels::single_columns {
 public:
  threaded_team(team_meeting& meeting, std::size_t rank, std::size_t size)
      : meeting_(&meeting), rank_(rank), size_(size) {}

  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  template <typename T>
  T sum(T x) const {
    return meeting_->combined(rank_, x, [](T a, T b) { return a + b; });
  }
  [[nodiscard]] float max(float x) const {
    return meeting_->combined(rank_, x, [](float a, float b) { return kernels::greater(a, b); });
  }
  [[nodiscard]] bool any(bool x) const {
    return meeting_->combined(rank_, x, [](bool a, bool b) { return a || b; });
  }

 private:
  team_meeting* meeting_;
  std::size_t rank_, size_;
};

/// Runs work(team) on `size` threads, each its own member of one team.
template <typename Work>
void run_team(std::size_t size, const Work& work) {
  team_meeting meeting(size);
  std::vector<std::jthread> threads;
  for (std::size_t rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] { work(threaded_team(meeting, rank, size)); });
  }
}

}  // namespace dpscale::tests
