// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "profiles/phase_clock.hpp"
#include "trainers/comm/communicator.hpp"
#include "trainers/kernels/cpu/launch_table.hpp"

namespace dpscale::comm {

/// What ranks that are threads of one process share: a line of flags each. Outlives its
/// communicators.
class local_group {
 public:
  /// `spin`: wait by spinning for a while before sleeping; only where every rank has a core of its
  /// own.
  local_group(int ranks, bool spin, const kernels::launch_table& kernels);
  [[nodiscard]] int size() const { return static_cast<int>(lines_.size()); }
  /// Ends every wait, now and later, with an error: a rank has failed.
  void abort();

 private:
  friend class local_communicator;
  struct alignas(128) line {
    std::atomic<std::uint64_t> ready{0}, reduced{0}, done{0};
    std::atomic<void*> data{nullptr};
  };
  void wait_for(const std::atomic<std::uint64_t>& flag, std::uint64_t value) const;

  std::vector<line> lines_;
  std::atomic<bool> aborted_{false};
  bool spin_;
  const kernels::launch_table* kernels_;
};

/// Communicator of one thread of a local_group. All-reduce is two-shot and reads the peers' buffers
/// in place: each rank sums its slice in rank order, then copies the slices of the others. Time
/// spent waiting goes to phase `wait` of `clock`.
class local_communicator final : public communicator {
 public:
  local_communicator(local_group& group, int rank, profiles::phase_clock& clock)
      : group_(&group),
        rank_(rank),
        clock_(&clock),
        inputs_(static_cast<std::size_t>(group.size())) {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return group_->size(); }
  void barrier() override;
  void all_reduce(std::span<float> data) override;
  void all_gather(std::span<const std::byte> mine, std::span<std::byte> all) override;
  void broadcast(std::span<std::byte> data, int root) override;

 private:
  using flag = std::atomic<std::uint64_t> local_group::line::*;
  void raise(flag which);
  void await(int peer, flag which);
  void await_all(flag which);
  void publish(void* data);
  template <typename T>
  T* data_of(int peer) const;
  void sum_own_slice(std::span<float> data);
  void copy_other_slices(std::span<float> data);

  local_group* group_;
  int rank_;
  profiles::phase_clock* clock_;
  std::vector<const float*>
      inputs_;  ///< of a sum, one a rank; made here since a step allocates nothing
  std::uint64_t sequence_ = 0;
};

}  // namespace dpscale::comm
