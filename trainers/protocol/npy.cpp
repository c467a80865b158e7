// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/npy.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <regex>
#include <system_error>

#include "trainers/protocol/error.hpp"
#include "trainers/protocol/output_file.hpp"

namespace dpscale::protocol {

namespace {

static_assert(std::endian::native == std::endian::little, "the format's <f4 is the memory's");

// Magic, version 1.0, then the header's length in two bytes, little-endian.
constexpr std::string_view magic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t prefix_bytes = 10;
// The format asks for data that starts at a multiple of this.
constexpr std::size_t alignment = 64;

[[noreturn]] void reject(const std::string& path, const std::string& why) {
  throw error(exit_code::bad_data,
              fmt::format("{}: {}; expected a one-dimensional float32 .npy file (format 1.0), as "
                          "--save-parameters writes it",
                          path, why));
}

std::string header_of(std::size_t count) {
  std::string text =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({},), }}", count);
  const std::size_t used = prefix_bytes + text.size() + 1;
  text.append((alignment - used % alignment) % alignment, ' ');
  text += '\n';
  std::string header(magic);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

/// The value of `key` in the header's dictionary as its text; empty where it is missing.
std::string entry(const std::string& dictionary, const char* key, const char* value_pattern) {
  const std::regex pattern(fmt::format("['\"]{}['\"]\\s*:\\s*{}\\s*[,}}]", key, value_pattern));
  std::smatch found;
  return std::regex_search(dictionary, found, pattern) ? found[1].str() : "";
}

/// Bytes of the prefix and header together.
std::size_t data_offset(const std::string& path, const std::array<char, prefix_bytes>& prefix,
                        std::uint64_t file_bytes) {
  if (std::string_view(prefix.data(), magic.size()) != magic) {
    reject(path, "no .npy file of format 1.0 (its first bytes differ)");
  }
  const auto byte = [&](std::size_t i) {
    return std::size_t{static_cast<unsigned char>(prefix[i])};
  };
  const std::size_t offset = prefix_bytes + (byte(8) | byte(9) << 8);
  if (offset > file_bytes) {
    reject(path, fmt::format("ends inside its header ({} of {} bytes)", file_bytes, offset));
  }
  return offset;
}

/// Values the header promises; checked against the file's length.
std::size_t count_of(const std::string& path, const std::string& header, std::uint64_t data_bytes) {
  if (entry(header, "descr", "['\"]([^'\"]*)['\"]") != "<f4") reject(path, "its type is not <f4");
  if (entry(header, "fortran_order", "(True|False)").empty()) {
    reject(path, "its header has no fortran_order");
  }
  const std::string digits = entry(header, "shape", "\\(\\s*([0-9]{1,15})\\s*,\\s*\\)");
  if (digits.empty()) reject(path, "its shape is not that of one dimension");
  const std::uint64_t count = std::stoull(digits);
  if (data_bytes != count * sizeof(float)) {
    reject(path, fmt::format("{} bytes of data where its shape ({},) needs {}", data_bytes, count,
                             count * sizeof(float)));
  }
  return count;
}

void check_finite(const std::string& path, const std::vector<float>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) reject(path, fmt::format("value {} is not finite", i));
  }
}

}  // namespace

void write_npy(const std::string& path, std::span<const float> values) {
  std::string content = header_of(values.size());
  const std::size_t header_bytes = content.size();
  content.resize(header_bytes + values.size_bytes());
  if (!values.empty()) {
    std::memcpy(content.data() + header_bytes, values.data(), values.size_bytes());
  }
  write_file(path, content);
}

std::vector<float> read_npy(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff length = file ? std::streamoff{file.tellg()} : -1;
  if (!file || length < 0) {
    reject(path, "can't be read: " + std::generic_category().message(errno == 0 ? EIO : errno));
  }
  const auto file_bytes = static_cast<std::uint64_t>(length);
  if (file_bytes < prefix_bytes) reject(path, fmt::format("only {} bytes long", file_bytes));
  file.seekg(0);
  std::array<char, prefix_bytes> prefix{};
  file.read(prefix.data(), prefix_bytes);
  if (!file) reject(path, "can't be read");
  const std::size_t offset = data_offset(path, prefix, file_bytes);
  std::string header(offset - prefix_bytes, '\0');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  if (!file) reject(path, "can't be read");
  std::vector<float> values(count_of(path, header, file_bytes - offset));
  file.read(std::bit_cast<char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(float)));
  if (!file) reject(path, "can't be read");
  check_finite(path, values);
  return values;
}

}  // namespace dpscale::protocol
