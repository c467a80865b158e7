// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace dpscale::profiles {

/// Groups of ranges, which a tool can filter and colour by. The values are part of the contract.
enum class range_category : std::uint32_t { step = 1, phase = 2, other = 3 };

/// A range's name, registered with the tool once, so that opening a range copies no text (and so
/// that Nsight's capture triggers, which match registered names only, see it). Make it outside
/// timed code: the first one of a process looks for a tool. `text` must live for ever.
class range_name {
 public:
  explicit range_name(const char* text);
  /// Whether a tool listens; it never changes in a process.
  [[nodiscard]] bool live() const { return live_; }

 private:
  friend class scoped_range;
  const char* text_;
  void* registered_ = nullptr;
  bool live_ = false;
};

/// A range of this thread from here to the end of the scope, in the NVTX domain "dpscale". Nests
/// with the others of its thread. One branch where no tool listens, and in a build without NVTX.
class scoped_range {
 public:
  explicit scoped_range(const range_name& name, range_category category = range_category::other,
                        std::optional<std::uint64_t> payload = std::nullopt)
      : live_(name.live_) {
    if (live_) push(name, category, payload);
  }
  scoped_range(const scoped_range&) = delete;
  scoped_range(scoped_range&&) = delete;
  scoped_range& operator=(const scoped_range&) = delete;
  scoped_range& operator=(scoped_range&&) = delete;
  ~scoped_range() {
    if (live_) pop();
  }

 private:
  static void push(const range_name& name, range_category category,
                   std::optional<std::uint64_t> payload) noexcept;
  static void pop() noexcept;
  bool live_;
};

/// Whether this build can speak to a tool at all.
[[nodiscard]] bool ranges_built_in();

/// The name of the range around a training step; its payload is the step's number, from 1.
const range_name& step_range();

}  // namespace dpscale::profiles
