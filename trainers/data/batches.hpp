// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "trainers/data/shard.hpp"
#include "trainers/protocol/choices.hpp"

namespace dpscale::data {

// Pure arithmetic of how an epoch of `count` samples is cut into global batches of `batch` >= 1.

/// Batches of one epoch. 0 where the tail is dropped and no whole batch exists: nothing can be
/// trained then, and the caller says so.
constexpr std::uint64_t batches_per_epoch(std::uint64_t count, std::uint64_t batch,
                                          tail_rule tail) {
  const std::uint64_t whole = count / batch;
  return tail == tail_rule::keep && whole * batch != count ? whole + 1 : whole;
}

/// Samples an epoch really trains on.
constexpr std::uint64_t samples_per_epoch(std::uint64_t count, std::uint64_t batch,
                                          tail_rule tail) {
  return tail == tail_rule::keep ? count : count - count % batch;
}

/// Positions of global batch `index` < batches_per_epoch; the last may be shorter.
constexpr range batch_range(std::uint64_t count, std::uint64_t batch, std::uint64_t index) {
  const std::uint64_t begin = index * batch;
  return {begin, begin + std::min(batch, count - begin)};
}

/// Rank `rank`'s positions within a global batch; empty where the batch has fewer samples than
/// ranks.
constexpr range local_range(range batch, std::uint64_t rank, std::uint64_t ranks) {
  const range mine = shard_of(batch.size(), rank, ranks);
  return {batch.begin + mine.begin, batch.begin + mine.end};
}

/// A hash of which sample stands at which position (both below 2^32) of an epoch. The parts of
/// disjoint ranges add up, modulo 2^64, to the hash of their union, so that ranks can compare their
/// sum with the whole's. Mixing: the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
constexpr std::uint64_t hash_order(range positions, std::span<const std::uint32_t> samples) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    std::uint64_t h = (positions.begin + i) << 32 | samples[i];
    h += 0x9E3779B97F4A7C15;
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9;
    h = (h ^ h >> 27) * 0x94D049BB133111EB;
    sum += h ^ h >> 31;
  }
  return sum;
}

}  // namespace dpscale::data
