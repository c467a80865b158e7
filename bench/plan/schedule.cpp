// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/schedule.hpp"

#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace dpscale::bench {
namespace {

/// Uniform in [0, bound), without bias. The standard fixes what mt19937_64 gives, not what its
/// distributions and `shuffle` make of it.
std::uint64_t below(std::mt19937_64& engine, std::uint64_t bound) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t limit = most - most % bound;
  std::uint64_t drawn = engine();
  while (drawn >= limit) drawn = engine();
  return drawn % bound;
}

}  // namespace

std::vector<block> make_schedule(std::size_t cells, std::size_t launches, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<block> blocks(launches, block(cells));
  for (block& order : blocks) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t left = cells; left > 1; --left)
      std::swap(order[left - 1], order[below(engine, left)]);
  }
  return blocks;
}

}  // namespace dpscale::bench
