// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "trainers/data/dataset.hpp"

namespace dpscale::data {

/// Samples of the two parts never meet; both parts have the same classes.
enum class split : std::uint32_t { train = 0, test = 1 };

/// `count` learnable samples of `features` pixels (1 to 2^20) in `classes` classes (1 to 256): each
/// class is a pen stroke, each sample that stroke bent, moved, slanted and scaled at random, on the
/// smallest square that holds `features` pixels (the rest of the square is cut off). At 784 pixels
/// about 19 % are not zero and the rim always is, as in MNIST. Sample i is a pure function of
/// (features, classes, seed, part, i), in integer arithmetic: the same bytes on every machine.
dataset synthetic(std::size_t count, std::size_t features, std::size_t classes, std::uint64_t seed,
                  split part = split::train);

}  // namespace dpscale::data
