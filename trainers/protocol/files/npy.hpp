// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace dpscale::protocol {

/// Writes `values` as a one-dimensional little-endian float32 array in NumPy's format 1.0
/// (numpy.lib.format), whole or not at all. Throws error{output_failed}.
void write_npy(const std::string& path, std::span<const float> values);

/// Reads such an array; "<f4", one dimension, the file exactly as long as it says, every value
/// finite, at most `most_values` of them. Nothing is allocated before the length is checked. Throws
/// error{bad_data} naming the file, the place and what was expected.
[[nodiscard]] std::vector<float> read_npy(
    const std::string& path, std::size_t most_values = std::numeric_limits<std::size_t>::max());

}  // namespace dpscale::protocol
