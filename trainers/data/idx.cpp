// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/idx.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>

#include "trainers/data/foreign_format.hpp"
#include "trainers/data/gzip.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::data {
namespace {

constexpr std::uint8_t unsigned_byte = 0x08;

/// The product of `shape`, if it is supported.
std::optional<std::uint64_t> values_of(const std::vector<std::size_t>& shape) {
  std::uint64_t values = 1;
  for (const std::uint64_t dimension : shape) {
    if (values > most_idx_bytes / dimension) return std::nullopt;
    values *= dimension;
  }
  return values;
}

/// One file while it is read: faults are told with its name and the offset.
class reader {
 public:
  reader(const std::string& path, std::size_t dimensions)
      : path_(path), source_(open_bytes(path)), header_(idx_header_bytes(dimensions)) {}

  idx_array read() {
    idx_array array;
    read_header();
    array.shape = dimensions();
    read_values(array.bytes, expected_bytes(array.shape));
    return array;
  }

 private:
  [[noreturn]] void fault(std::uint64_t offset, const std::string& text) const {
    throw protocol::error(protocol::exit_code::bad_data,
                          fmt::format("{}: byte {}{}: {}", path_, offset,
                                      source_->compressed() ? " after decompression" : "", text));
  }

  void read_header() {
    const std::size_t got = source_->read(header_);
    const std::size_t dimensions = (header_.size() - 4) / 4;
    // What is there is judged first: a text file is not a short IDX file.
    if (got >= 2 && (header_[0] != 0 || header_[1] != 0)) fault_not_idx(got);
    if (got >= 3 && header_[2] != unsigned_byte) {
      fault(2, fmt::format("IDX type 0x{:02x}, expected 0x08 (unsigned bytes)", header_[2]));
    }
    if (got >= 4 && header_[3] != dimensions) {
      fault(3, fmt::format("{} dimensions, expected {}", header_[3], dimensions));
    }
    if (got < header_.size()) {
      fault(got, fmt::format("the file ends in its header; found {} bytes, expected {}", got,
                             header_.size()));
    }
  }

  /// The file doesn't start as an IDX file does; `got` bytes of its header were read.
  [[noreturn]] void fault_not_idx(std::size_t got) {
    if (got >= 4 && header_[1] == unsigned_byte && header_[2] == 0 && header_[3] == 0) {
      fault(0, "the header is little-endian; IDX has each number's highest byte first");
    }
    std::vector<std::uint8_t> start(format_bytes);
    std::ranges::copy(std::span(header_).first(got), start.begin());
    start.resize(got + source_->read(std::span(start).subspan(got)));
    const std::string format = foreign_format(start);
    if (!format.empty()) fault(0, format);
    fault(0, fmt::format("found {:02x} {:02x}, expected 00 00: not an IDX file", header_[0],
                         header_[1]));
  }

  [[nodiscard]] std::vector<std::size_t> dimensions() const {
    std::vector<std::size_t> shape;
    for (std::size_t at = 4; at < header_.size(); at += 4) {
      std::size_t dimension = 0;
      for (std::size_t i = 0; i < 4; ++i) dimension = dimension << 8 | header_[at + i];
      if (dimension == 0) {
        fault(at, fmt::format("dimension {} is 0, expected at least 1", at / 4));
      }
      shape.push_back(dimension);
    }
    return shape;
  }

  [[nodiscard]] std::uint64_t expected_bytes(const std::vector<std::size_t>& shape) const {
    const std::optional<std::uint64_t> bytes = values_of(shape);
    if (!bytes || !fits(header_.size() + *bytes)) check_byte_order(shape);
    if (!bytes) {
      fault(4, fmt::format("dimensions {} announce more than the {} bytes supported",
                           fmt::join(shape, " x "), most_idx_bytes));
    }
    check_size(shape, header_.size() + *bytes);
    return *bytes;
  }

  /// Whether the file may have `bytes`: exactly where it is plain, at most where it is packed.
  [[nodiscard]] bool fits(std::uint64_t bytes) const {
    return source_->compressed() ? bytes <= source_->most_bytes() : bytes == source_->most_bytes();
  }

  /// Dimensions that fit the file only when read the other way round.
  void check_byte_order(std::vector<std::size_t> shape) const {
    for (std::size_t& dimension : shape) {
      dimension = __builtin_bswap32(static_cast<std::uint32_t>(dimension));
    }
    const std::optional<std::uint64_t> bytes = values_of(shape);
    if (!bytes || !fits(header_.size() + *bytes)) return;
    fault(4,
          fmt::format("dimensions {} are little-endian; IDX has each number's highest byte first",
                      fmt::join(shape, " x ")));
  }

  /// Against the size of the file: exactly where it is plain, as far as can be told where it isn't.
  void check_size(const std::vector<std::size_t>& shape, std::uint64_t expected) const {
    const std::uint64_t most = source_->most_bytes();
    const std::string announced = fmt::format("{}", fmt::join(shape, " x "));
    if (source_->compressed()) {
      if (expected <= most) return;
      fault(4, fmt::format("dimensions {} announce {} bytes; a gzip file of this size holds at "
                           "most {}",
                           announced, expected, most));
    }
    if (expected == most) return;
    fault(std::min(most, expected),
          fmt::format("too {} for its dimensions {}; found {} bytes, expected {}",
                      most < expected ? "short" : "long", announced, most, expected));
  }

  /// Appends as bytes arrive, so that only memory that is really filled is touched.
  void read_values(std::vector<std::uint8_t>& out, std::uint64_t expected) {
    out.reserve(expected);
    const auto piece = std::make_unique<std::array<std::uint8_t, 1U << 18>>();
    while (out.size() < expected) {
      const std::size_t want = std::min<std::uint64_t>(piece->size(), expected - out.size());
      const std::size_t got = source_->read(std::span(*piece).first(want));
      out.insert(out.end(), piece->begin(), piece->begin() + static_cast<std::ptrdiff_t>(got));
      if (got < want) {
        fault(header_.size() + out.size(),
              fmt::format("the data end early; found {} bytes, expected {}",
                          header_.size() + out.size(), header_.size() + expected));
      }
    }
    check_end(expected);
  }

  void check_end(std::uint64_t expected) {
    std::array<std::uint8_t, 4096> more{};
    std::uint64_t extra = 0;
    while (const std::size_t got = source_->read(more)) extra += got;
    if (extra != 0) {
      const std::uint64_t end = header_.size() + expected;
      fault(end, fmt::format("the data go on after their end; found {} bytes, expected {}",
                             end + extra, end));
    }
  }

  std::string path_;
  std::unique_ptr<byte_source> source_;
  std::vector<std::uint8_t> header_;
};

}  // namespace

idx_array read_idx(const std::string& path, std::size_t dimensions) {
  return reader(path, dimensions).read();
}

}  // namespace dpscale::data
