// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/comm/local.hpp"

#include <cassert>
#include <cstring>
#include <limits>

#include "trainers/protocol/error.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace dpscale::comm {

namespace {

// About a millisecond: longer than any skew between balanced ranks, shorter than a person notices.
constexpr int spin_limit = 20000;

void relax() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

struct slice {
  std::size_t begin, size;
};

/// Rank `rank`'s part of `count` floats: whole cache lines, so that no line is written by two
/// ranks.
slice slice_of(std::size_t count, int rank, int ranks) {
  constexpr std::size_t line = 16;
  const std::size_t lines = (count + line - 1) / line;
  const auto r = static_cast<std::size_t>(rank), n = static_cast<std::size_t>(ranks);
  const auto edge = [&](std::size_t i) { return std::min(count, lines * i / n * line); };
  return {edge(r), edge(r + 1) - edge(r)};
}

}  // namespace

local_group::local_group(int ranks, bool spin, const kernels::launch_table& kernels)
    : lines_(static_cast<std::size_t>(ranks)), spin_(spin), kernels_(&kernels) {}

void local_group::abort() {
  aborted_.store(true, std::memory_order_release);
  for (line& l : lines_) {
    for (auto* flag : {&l.ready, &l.reduced, &l.done}) {
      flag->store(std::numeric_limits<std::uint64_t>::max(), std::memory_order_release);
      flag->notify_all();
    }
  }
}

void local_group::wait_for(const std::atomic<std::uint64_t>& flag, std::uint64_t value) const {
  int spins = spin_ ? spin_limit : 0;
  for (;;) {
    const std::uint64_t seen = flag.load(std::memory_order_acquire);
    if (aborted_.load(std::memory_order_relaxed)) {
      throw protocol::error(protocol::exit_code::communication,
                            "another rank failed; this one stopped waiting for it");
    }
    if (seen >= value) return;
    if (spins-- > 0) {
      relax();
    } else {
      flag.wait(seen, std::memory_order_acquire);
    }
  }
}

void local_communicator::raise(flag which) {
  auto& mine = group_->lines_[static_cast<std::size_t>(rank_)].*which;
  mine.store(sequence_, std::memory_order_release);
  mine.notify_all();
}

void local_communicator::await(int peer, flag which) {
  const auto& theirs = group_->lines_[static_cast<std::size_t>(peer)].*which;
  if (theirs.load(std::memory_order_acquire) == sequence_) return;
  clock_->enter(profiles::phase::wait);
  group_->wait_for(theirs, sequence_);
  clock_->enter(profiles::phase::exchange);
}

void local_communicator::await_all(flag which) {
  for (int peer = 0; peer < size(); ++peer) {
    if (peer != rank_) await(peer, which);
  }
}

void local_communicator::publish(void* data) {
  ++sequence_;
  group_->lines_[static_cast<std::size_t>(rank_)].data.store(data, std::memory_order_relaxed);
  raise(&local_group::line::ready);
  await_all(&local_group::line::ready);
}

template <typename T>
T* local_communicator::data_of(int peer) const {
  return static_cast<T*>(
      group_->lines_[static_cast<std::size_t>(peer)].data.load(std::memory_order_relaxed));
}

void local_communicator::barrier() {
  publish(nullptr);
  // A second flag, so that no rank can start the next operation while another still reads `ready`.
  raise(&local_group::line::done);
  await_all(&local_group::line::done);
}

void local_communicator::sum_own_slice(std::span<float> data) {
  const slice own = slice_of(data.size(), rank_, size());
  for (int peer = 0; peer < size(); ++peer) {
    inputs_[static_cast<std::size_t>(peer)] = data_of<float>(peer) + own.begin;
  }
  group_->kernels_->sum_in_order(inputs_.data(), inputs_.size(), data.data() + own.begin, own.size);
}

void local_communicator::copy_other_slices(std::span<float> data) {
  for (int i = 1; i < size(); ++i) {
    // Each rank starts with its neighbour, so that no buffer is read by all at once.
    const int peer = (rank_ + i) % size();
    await(peer, &local_group::line::reduced);
    const slice s = slice_of(data.size(), peer, size());
    group_->kernels_->copy(data_of<const float>(peer) + s.begin, data.data() + s.begin, s.size);
  }
}

void local_communicator::all_reduce(std::span<float> data) {
  clock_->enter(profiles::phase::exchange);
  publish(data.data());
  sum_own_slice(data);
  raise(&local_group::line::reduced);
  copy_other_slices(data);
  raise(&local_group::line::done);
  await_all(&local_group::line::done);
}

void local_communicator::all_gather(std::span<const std::byte> mine, std::span<std::byte> all) {
  assert(all.size() == mine.size() * static_cast<std::size_t>(size()));
  publish(const_cast<std::byte*>(mine.data()));
  for (int peer = 0; peer < size(); ++peer) {
    std::memcpy(all.data() + static_cast<std::size_t>(peer) * mine.size(),
                data_of<const std::byte>(peer), mine.size());
  }
  raise(&local_group::line::done);
  await_all(&local_group::line::done);
}

void local_communicator::broadcast(std::span<std::byte> data, int root) {
  publish(data.data());
  if (rank_ != root) std::memcpy(data.data(), data_of<const std::byte>(root), data.size());
  raise(&local_group::line::done);
  await_all(&local_group::line::done);
}

}  // namespace dpscale::comm
