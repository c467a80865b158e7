// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "trainers/model/layout.hpp"

namespace dpscale {

/// The largest, over the tensors of `shape`, of |a - b|_2 / |b|_2, in float64 (0/0 is 0; x/0 is
/// infinite). Both are flat buffers.
double largest_relative_difference(const model::layout& shape, std::span<const float> a,
                                   std::span<const float> b);

/// What two orders of summing `batch` fp32 terms may differ by, relative: unit roundoff times
/// sqrt(batch) (independent rounding errors add like a random walk: Higham, Accuracy and Stability
/// of Numerical Algorithms, 2.8) with a factor of 4, at least 1e-6.
double gradient_tolerance(std::uint64_t batch);

/// A checksum of every bit and position of a flat buffer.
std::uint64_t checksum(std::span<const float> values);

}  // namespace dpscale
