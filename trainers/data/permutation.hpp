// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpscale::data {

/// The order of one epoch: a keyed bijection of [0, count), the same on every rank and backend,
/// evaluated at any index with no memory. A Feistel network over the smallest power-of-two domain
/// that holds `count` (its two halves may differ by a bit), with cycle walking: a value outside
/// [0, count) is put through again, fewer than twice on average. Philox of (seed, epoch) gives the
/// round keys.
class permutation {
 public:
  /// 1 <= count <= 2^32.
  permutation(std::uint64_t seed, std::uint64_t epoch, std::uint64_t count);

  /// Which sample stands at position `index` < count.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t index) const;

  /// The samples at positions [begin, end) into out[0 .. end - begin), many times faster than one
  /// by one.
  void fill(std::uint64_t begin, std::uint64_t end, std::uint32_t* out) const;

  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  // Eight rounds leave nothing for a chi-square test to see from 17 samples on. In a domain of at
  // most 2^small_bits a round decides little, and more of them cost nothing that matters.
  static constexpr std::size_t rounds = 8, small_rounds = 24;
  static constexpr unsigned small_bits = 7;

  [[nodiscard]] bool small() const { return low_bits_ + high_bits_ <= small_bits; }
  template <std::size_t Rounds>
  [[nodiscard]] std::uint32_t encrypt(std::uint32_t value) const;
  template <std::size_t Rounds>
  void fill_rounds(std::uint64_t begin, std::uint64_t end, std::uint32_t* out) const;

  std::uint64_t count_;
  unsigned low_bits_, high_bits_;
  std::array<std::uint32_t, small_rounds> round_keys_{};
};

}  // namespace dpscale::data
