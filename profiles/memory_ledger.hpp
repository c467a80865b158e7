// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dpscale::profiles {

/// What a device's bytes are for; the categories of the record.
enum class memory_category {
  parameters,
  gradients,
  optimizer,
  activations,
  dataset,
  workspace,
  communication
};
inline constexpr std::size_t memory_category_count = 7;

/// The category's name in the record.
std::string_view name(memory_category category);

/// Bytes of one category: live now, the most that were live since the last reset, and all ever
/// added.
struct memory_usage {
  std::int64_t current, peak, total;
};

/// Bytes per category of one device. Threads may add, release, reset and ask at once.
class memory_ledger {
 public:
  void add(memory_category category, std::size_t bytes);
  /// At most what was added to the category and not yet released.
  void release(memory_category category, std::size_t bytes);
  /// Peaks become the live values; a peak is never below live.
  void reset_peaks();
  [[nodiscard]] memory_usage usage(memory_category category) const;
  /// All categories together; its peak is the peak of the sum, not the sum of peaks.
  [[nodiscard]] memory_usage total() const;

 private:
  class counter {
   public:
    void add(std::int64_t bytes);
    void release(std::int64_t bytes);
    void reset_peak();
    [[nodiscard]] memory_usage usage() const;

   private:
    void raise_peak(std::int64_t live);
    std::atomic<std::int64_t> current_{0}, peak_{0}, total_{0};
  };
  std::array<counter, memory_category_count> categories_;
  counter all_;
};

}  // namespace dpscale::profiles
