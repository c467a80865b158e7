// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "profiles/memory_ledger.hpp"

namespace dpscale::backend {

/// Zeroed host memory of `bytes`, 64-byte aligned; from 2 MiB on aligned to and advised for huge
/// pages (random row gathers are bound by address translation otherwise). First touched by the
/// calling thread, so it lies on that thread's NUMA node. Throws protocol::error (out_of_memory).
struct free_deleter {
  void operator()(void* memory) const noexcept;
};
std::unique_ptr<void, free_deleter> allocate_zeroed(std::size_t bytes);

/// An owning array of device memory, zeroed; its bytes are charged to `ledger`, which must outlive
/// it.
template <typename T>
class cpu_buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  cpu_buffer(std::size_t count, profiles::memory_ledger& ledger, profiles::memory_category category)
      : memory_(allocate_zeroed(count * sizeof(T))),
        count_(count),
        ledger_(&ledger),
        category_(category) {
    ledger_->add(category_, count_ * sizeof(T));
  }
  cpu_buffer(cpu_buffer&& other) noexcept
      : memory_(std::move(other.memory_)),
        count_(std::exchange(other.count_, 0)),
        ledger_(other.ledger_),
        category_(other.category_) {}
  cpu_buffer& operator=(cpu_buffer&&) = delete;
  cpu_buffer(const cpu_buffer&) = delete;
  cpu_buffer& operator=(const cpu_buffer&) = delete;
  ~cpu_buffer() { ledger_->release(category_, count_ * sizeof(T)); }

  [[nodiscard]] T* data() { return static_cast<T*>(memory_.get()); }
  [[nodiscard]] const T* data() const { return static_cast<const T*>(memory_.get()); }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::span<T> span() { return {data(), count_}; }
  [[nodiscard]] std::span<const T> span() const { return {data(), count_}; }

 private:
  std::unique_ptr<void, free_deleter> memory_;
  std::size_t count_;
  profiles::memory_ledger* ledger_;
  profiles::memory_category category_;
};

}  // namespace dpscale::backend
