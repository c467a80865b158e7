// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/input_file.hpp"
#include "trainers/protocol/files/output_file.hpp"

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

/// What the header's dictionary says; an entry that isn't there, or isn't of this form, is empty.
struct header_facts {
  std::string descr, order, count;
  bool whole = false;
};

/// Reads the header, a Python dictionary with three entries in any order: 'descr' a string,
/// 'fortran_order' True or False, 'shape' a tuple, here of one number.
class header_reader {
 public:
  explicit header_reader(std::string_view text) : rest_(text) {}

  header_facts read() {
    header_facts facts;
    if (!take('{')) return facts;
    for (std::string key = quoted(); !key.empty() && take(':'); key = quoted()) {
      if (key == "descr") facts.descr = quoted();
      if (key == "fortran_order") facts.order = run_of(is_letter);
      if (key == "shape") facts.count = one_tuple();
      if (!take(',')) break;
    }
    facts.whole = take('}');
    return facts;
  }

 private:
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(" \t\n")));
  }

  bool take(char wanted) {
    skip_blanks();
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  template <typename Kind>
  std::string run_of(const Kind& kind) {
    skip_blanks();
    std::size_t length = 0;
    while (length < rest_.size() && kind(rest_[length])) ++length;
    std::string result(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return result;
  }

  std::string quoted() {
    const char quote = take('\'') ? '\'' : '"';
    if (quote == '"' && !take('"')) return "";
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) return "";
    std::string result(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return result;
  }

  /// The digits of "(12,)".
  std::string one_tuple() {
    if (!take('(')) return "";
    std::string digits = run_of(is_digit);
    return take(',') && take(')') ? digits : "";
  }

  std::string_view rest_;
};

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
  // More digits than this are more bytes than a 64-bit length can say.
  constexpr std::size_t most_digits = 15;
  const header_facts facts = header_reader(header).read();
  if (facts.descr != "<f4") reject(path, "its type is not <f4");
  if (facts.order != "True" && facts.order != "False") {
    reject(path, "its header has no fortran_order");
  }
  if (facts.count.empty() || facts.count.size() > most_digits) {
    reject(path, "its shape is not that of one dimension");
  }
  if (!facts.whole) reject(path, "its header is no whole dictionary");
  const std::uint64_t count = std::stoull(facts.count);
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

std::vector<float> read_npy(const std::string& path, std::size_t most_values) {
  input_file file(path);
  const std::uint64_t file_bytes = file.size();
  const auto read = [&](std::span<char> into) {
    if (file.read(into) < into.size()) reject(path, "became shorter while it was read");
  };
  if (file_bytes < prefix_bytes) reject(path, fmt::format("only {} bytes long", file_bytes));
  std::array<char, prefix_bytes> prefix{};
  read(prefix);
  const std::size_t offset = data_offset(path, prefix, file_bytes);
  std::string header(offset - prefix_bytes, '\0');
  read(header);
  const std::size_t count = count_of(path, header, file_bytes - offset);
  // Before the memory is taken: the file's length may be all there is to it.
  if (count > most_values) {
    reject(path, fmt::format("holds {} values where {} are wanted", count, most_values));
  }
  std::vector<float> values(count);
  read({std::bit_cast<char*>(values.data()), values.size() * sizeof(float)});
  check_finite(path, values);
  return values;
}

}  // namespace dpscale::protocol
