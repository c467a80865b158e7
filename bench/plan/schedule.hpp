// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dpscale::bench {

/// The order of one block: every cell's index once.
using block = std::vector<std::size_t>;

/// Randomised complete blocks: `launches` blocks, each an own random order of all `cells` cells.
/// The same arguments give the same schedule on every platform, so that a sweep can be resumed.
[[nodiscard]] std::vector<block> make_schedule(std::size_t cells, std::size_t launches,
                                               std::uint64_t seed);

}  // namespace dpscale::bench
