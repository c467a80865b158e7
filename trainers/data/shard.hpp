// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace dpscale::data {

/// A half-open range of positions.
struct range {
  std::uint64_t begin, end;
  [[nodiscard]] constexpr std::uint64_t size() const { return end - begin; }
};

/// Rank `rank`'s share of `count` samples over `ranks`: contiguous, disjoint, covering; sizes
/// differ by at most one, the first `count % ranks` ranks have the extra one. May be empty.
constexpr range shard_of(std::uint64_t count, std::uint64_t rank, std::uint64_t ranks) {
  const std::uint64_t base = count / ranks, extra = count % ranks;
  const std::uint64_t begin = rank * base + (rank < extra ? rank : extra);
  return {begin, begin + base + (rank < extra ? 1 : 0)};
}

}  // namespace dpscale::data
