// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dpscale::data {

/// An array of unsigned bytes, row-major.
struct idx_array {
  std::vector<std::size_t> shape;
  std::vector<std::uint8_t> bytes;
};

/// Most bytes of one array: sample indices are 32 bits wide, and no set this suite trains on comes
/// near.
inline constexpr std::uint64_t most_idx_bytes = std::uint64_t{1} << 34;

/// Bytes of the header of an IDX file: magic, then 4 bytes a dimension.
constexpr std::size_t idx_header_bytes(std::size_t dimensions) { return 4 + 4 * dimensions; }

/// Reads an IDX file (two zero bytes, the type, the number of dimensions, each dimension as 32 bits
/// big-endian, the values), plain or gzip, of unsigned bytes and `dimensions` (1 or more)
/// dimensions. All of the header is checked, against the size of the file too, before memory is
/// asked for. Throws protocol::error (bad_data) with file, offset (in the decompressed bytes) and
/// expected value.
idx_array read_idx(const std::string& path, std::size_t dimensions);

}  // namespace dpscale::data
