// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace dpscale::data {

/// Bytes of a file from its start, decompressed where the file is gzip.
class byte_source {
 public:
  byte_source() = default;
  byte_source(const byte_source&) = delete;
  byte_source(byte_source&&) = delete;
  byte_source& operator=(const byte_source&) = delete;
  byte_source& operator=(byte_source&&) = delete;
  virtual ~byte_source() = default;

  /// Fills `out` as far as there are bytes; how many. Less than asked for: the end was reached.
  /// Throws protocol::error (bad_data) for a read error and for truncated or corrupt gzip.
  virtual std::size_t read(std::span<std::uint8_t> out) = 0;
  /// The most bytes the file can hold, from its size alone: what may be asked of memory before any
  /// of it has been read.
  [[nodiscard]] virtual std::uint64_t most_bytes() const = 0;
  [[nodiscard]] virtual bool compressed() const = 0;
};

/// Opens a regular file; gzip (one or more members) is told by its first two bytes, whatever the
/// name. Throws protocol::error (bad_data) where it can't be opened or isn't a file.
std::unique_ptr<byte_source> open_bytes(const std::string& path);

/// CRC-32 (as in gzip) of `bytes` after those that gave `start`.
std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t start = 0);

}  // namespace dpscale::data
