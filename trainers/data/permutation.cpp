// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/permutation.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>

#include "trainers/data/philox.hpp"

namespace dpscale::data {
namespace {

/// A keyed hash of 32 bits whose upper bits are the good ones: multiply, fold, multiply.
/// 32-bit operations only, so that any vector unit runs it a lane per index.
constexpr std::uint32_t mix(std::uint32_t value, std::uint32_t key) {
  std::uint32_t h = (value ^ key) * 0x9E3779B1U;
  return (h ^ (h >> 15)) * 0x85EBCA77U;
}

}  // namespace

permutation::permutation(std::uint64_t seed, std::uint64_t epoch, std::uint64_t count)
    : count_(count) {
  assert(count >= 1 && count <= std::uint64_t{1} << 32);
  // Two bits at least: both halves then exist and no shift is by 32.
  const unsigned bits = std::max(2U, static_cast<unsigned>(std::bit_width(count - 1)));
  high_bits_ = bits / 2;
  low_bits_ = bits - high_bits_;
  for (std::size_t block = 0; block < round_keys_.size() / 4; ++block) {
    const auto words = philox(
        {static_cast<std::uint32_t>(epoch), static_cast<std::uint32_t>(epoch >> 32),
         static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(random_stream::permutation)},
        seed_key(seed));
    std::ranges::copy(words, round_keys_.data() + block * 4);
  }
}

// Even rounds change the high half by the low one, odd rounds the low half by the high one; each is
// its own inverse, so that the whole is a bijection whatever `mix` is.
template <std::size_t Rounds>
inline std::uint32_t permutation::encrypt(std::uint32_t value) const {
  std::uint32_t low = value & ((1U << low_bits_) - 1), high = value >> low_bits_;
#pragma GCC unroll 24
  for (std::size_t round = 0; round < Rounds; round += 2) {
    high ^= mix(low, round_keys_[round]) >> (32 - high_bits_);
    low ^= mix(high, round_keys_[round + 1]) >> (32 - low_bits_);
  }
  return high << low_bits_ | low;
}

std::uint64_t permutation::operator()(std::uint64_t index) const {
  assert(index < count_);
  auto value = static_cast<std::uint32_t>(index);
  do value = small() ? encrypt<small_rounds>(value) : encrypt<rounds>(value);
  while (value >= count_);
  return value;
}

void permutation::fill(std::uint64_t begin, std::uint64_t end, std::uint32_t* out) const {
  assert(begin <= end && end <= count_);
  small() ? fill_rounds<small_rounds>(begin, end, out) : fill_rounds<rounds>(begin, end, out);
}

template <std::size_t Rounds>
void permutation::fill_rounds(std::uint64_t begin, std::uint64_t end, std::uint32_t* out) const {
  constexpr std::size_t block = 256;
  const auto last = static_cast<std::uint32_t>(count_ - 1);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): 2 KiB of zeros a call, never read
  std::array<std::uint32_t, block> values, places;
  for (; begin < end; begin += block, out += block) {
    std::size_t active = std::min<std::uint64_t>(block, end - begin);
    for (std::size_t i = 0; i < active; ++i) {
      values[i] = static_cast<std::uint32_t>(begin + i);
      places[i] = static_cast<std::uint32_t>(i);
    }
    // All walk at once; who has arrived drops out and the rest close ranks.
    while (active != 0) {
      for (std::size_t i = 0; i < active; ++i) values[i] = encrypt<Rounds>(values[i]);
      std::size_t left = 0;
      for (std::size_t i = 0; i < active; ++i) {
        const std::uint32_t value = values[i], place = places[i];
        out[place] = value;  // kept where it has arrived, overwritten later where not
        values[left] = value;
        places[left] = place;
        left += value > last ? 1 : 0;
      }
      active = left;
    }
  }
}

}  // namespace dpscale::data
