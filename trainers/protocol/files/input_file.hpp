// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include "trainers/protocol/exit_code.hpp"

namespace dpscale::protocol {

/// A regular file opened for reading. Opening and reading never wait for anybody: a folder, a pipe
/// or a device is refused.
class input_file {
 public:
  /// Throws error: `no_file` where `path` is something else than a file, bad_data where it isn't
  /// there or can't be opened.
  explicit input_file(std::string path, exit_code no_file = exit_code::bad_data);

  /// Bytes it had when it was opened.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Fills `into` with what follows; fewer bytes only at the file's end. Throws error{bad_data}.
  [[nodiscard]] std::size_t read(std::span<char> into);

 private:
  struct closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::unique_ptr<std::FILE, closer> file_;
  std::uint64_t size_ = 0;
};

/// The whole of a file of at most `most_bytes`; a larger one is refused before it is read. Throws
/// as input_file, and error{bad_data} for the size.
[[nodiscard]] std::string read_file(const std::string& path, std::uint64_t most_bytes,
                                    exit_code no_file = exit_code::bad_data);

}  // namespace dpscale::protocol
