// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/gzip.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "trainers/protocol/error.hpp"

namespace dpscale::data {
namespace {

using protocol::error;
using protocol::exit_code;

std::string error_text() { return std::generic_category().message(errno); }

struct close_file {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using file_handle = std::unique_ptr<std::FILE, close_file>;

/// An open file that knows its name and size.
struct open_file {
  std::string path;
  file_handle handle;
  std::uint64_t size;

  [[nodiscard]] std::size_t read(std::span<std::uint8_t> out) const {
    const std::size_t got = std::fread(out.data(), 1, out.size(), handle.get());
    if (got < out.size() && std::ferror(handle.get())) {
      throw error(exit_code::bad_data, fmt::format("{}: can't be read: {}", path, error_text()));
    }
    return got;
  }
};

open_file open_regular(const std::string& path) {
  file_handle handle;
  struct stat status {};
  // Looked at before it is opened: opening a pipe would wait for its other end.
  if (stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) {
      throw error(exit_code::bad_data,
                  fmt::format("{}: {}, where an IDX file is expected", path,
                              S_ISDIR(status.st_mode) ? "a folder" : "not a regular file"));
    }
    handle.reset(std::fopen(path.c_str(), "rb"));
  }
  if (!handle) {
    throw error(exit_code::bad_data, fmt::format("{}: can't be opened: {}", path, error_text()));
  }
  return {path, std::move(handle), static_cast<std::uint64_t>(status.st_size)};
}

class plain_source final : public byte_source {
 public:
  explicit plain_source(open_file file) : file_(std::move(file)) {}
  std::size_t read(std::span<std::uint8_t> out) override { return file_.read(out); }
  [[nodiscard]] std::uint64_t most_bytes() const override { return file_.size; }
  [[nodiscard]] bool compressed() const override { return false; }

 private:
  open_file file_;
};

class gzip_source final : public byte_source {
 public:
  explicit gzip_source(open_file file) : file_(std::move(file)) {
    // 16: a gzip header and no other.
    if (inflateInit2(&stream_, MAX_WBITS + 16) != Z_OK) throw std::bad_alloc();
  }
  gzip_source(const gzip_source&) = delete;
  gzip_source(gzip_source&&) = delete;
  gzip_source& operator=(const gzip_source&) = delete;
  gzip_source& operator=(gzip_source&&) = delete;
  ~gzip_source() override { inflateEnd(&stream_); }

  std::size_t read(std::span<std::uint8_t> out) override {
    std::size_t done = 0;
    while (done < out.size() && !ended_) {
      if (stream_.avail_in == 0) refill();
      done += inflate_some(out.subspan(done));
    }
    return done;
  }
  // A deflate stream grows at most 1032-fold: 258 bytes from two bits.
  [[nodiscard]] std::uint64_t most_bytes() const override { return file_.size * 1032; }
  [[nodiscard]] bool compressed() const override { return true; }

 private:
  /// The file's next bytes as input; whether there are any.
  bool more() {
    const std::size_t got = file_.read(input_);
    stream_.next_in = input_.data();
    stream_.avail_in = static_cast<uInt>(got);
    read_ += got;
    return got != 0;
  }

  void refill() {
    if (!more()) {
      throw error(exit_code::bad_data,
                  fmt::format("{}: byte {}: the file ends inside the gzip stream; it was cut off, "
                              "copy or download it again",
                              file_.path, read_));
    }
  }

  std::size_t inflate_some(std::span<std::uint8_t> out) {
    const auto room = static_cast<uInt>(std::min<std::size_t>(out.size(), 1U << 30));
    stream_.next_out = out.data();
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_STREAM_END) {
      next_member();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      throw error(
          exit_code::bad_data,
          fmt::format("{}: byte {}: corrupt gzip stream ({}); copy or download it again",
                      file_.path, offset(), stream_.msg != nullptr ? stream_.msg : "data error"));
    }
    return room - stream_.avail_out;
  }

  /// Past zero bytes; whether anything else follows.
  bool skip_zeros() {
    do {
      while (stream_.avail_in != 0 && *stream_.next_in == 0) {
        ++stream_.next_in;
        --stream_.avail_in;
      }
    } while (stream_.avail_in == 0 && more());
    return stream_.avail_in != 0;
  }

  // After a member: the end of the file, perhaps padded with zero bytes (as of a tape's blocks,
  // and as gzip itself reads), or another member; anything else is garbage.
  void next_member() {
    const std::uint64_t end = offset();
    const bool follows = skip_zeros();
    if (!follows) {
      ended_ = true;
      return;
    }
    if (offset() != end || *stream_.next_in != 0x1F) {
      throw error(exit_code::bad_data,
                  fmt::format("{}: byte {}: {} bytes after the end of the gzip stream, none "
                              "expected",
                              file_.path, end, file_.size - end));
    }
    inflateReset(&stream_);
  }

  /// Of the next byte of the file to be decompressed.
  [[nodiscard]] std::uint64_t offset() const { return read_ - stream_.avail_in; }

  open_file file_;
  z_stream stream_{};
  std::array<std::uint8_t, 1U << 16> input_{};
  std::uint64_t read_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<byte_source> open_bytes(const std::string& path) {
  open_file file = open_regular(path);
  std::array<std::uint8_t, 2> start{};
  const bool two = file.read(start) == start.size();
  std::rewind(file.handle.get());
  if (two && start[0] == 0x1F && start[1] == 0x8B) {
    return std::make_unique<gzip_source>(std::move(file));
  }
  return std::make_unique<plain_source>(std::move(file));
}

std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t start) {
  return static_cast<std::uint32_t>(::crc32_z(start, bytes.data(), bytes.size()));
}

}  // namespace dpscale::data
