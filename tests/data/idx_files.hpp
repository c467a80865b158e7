// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include "trainers/protocol/error.hpp"

namespace dpscale::data {

using bytes = std::vector<std::uint8_t>;

/// A folder of its own for one test, gone with it.
class scratch_folder {
 public:
  scratch_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "dpscale-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch folder");
    path_ = pattern;
  }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The path of the file, which then holds `content`.
  std::string write(const std::string& name, const bytes& content) const {
    std::string path = path_ + "/" + name;
    // A new file each time: truncating an old one makes some file systems flush it.
    std::filesystem::remove(path);
    std::ofstream file(path, std::ios::binary);
    std::ranges::copy(content, std::ostreambuf_iterator<char>(file));
    return path;
  }

 private:
  std::string path_;
};

/// An IDX file of unsigned bytes whose values count up from `first`, modulo `modulus`.
inline bytes idx_bytes(std::initializer_list<std::uint32_t> shape, std::uint32_t modulus = 256,
                       std::uint32_t first = 0) {
  bytes file{0, 0, 8, static_cast<std::uint8_t>(shape.size())};
  std::size_t values = 1;
  for (const std::uint32_t dimension : shape) {
    values *= dimension;
    for (int shift = 24; shift >= 0; shift -= 8) {
      file.push_back(static_cast<std::uint8_t>(dimension >> shift));
    }
  }
  for (std::size_t i = 0; i < values; ++i) {
    file.push_back(static_cast<std::uint8_t>((i + first) % modulus));
  }
  return file;
}

/// `plain` as one gzip member.
inline bytes gzipped(const bytes& plain) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  bytes out(deflateBound(&stream, plain.size()));
  bytes in = plain;
  stream.next_in = in.data();
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// The one line `action` fails with; fails the test where it doesn't, or with another code.
template <typename Action>
std::string fault_of(const Action& action,
                     protocol::exit_code code = protocol::exit_code::bad_data) {
  try {
    action();
  } catch (const protocol::error& fault) {
    EXPECT_EQ(fault.code(), code) << fault.what();
    EXPECT_EQ(std::string(fault.what()).find('\n'), std::string::npos);
    return fault.what();
  }
  ADD_FAILURE() << "no error was thrown";
  return {};
}

}  // namespace dpscale::data
