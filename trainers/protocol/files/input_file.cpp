// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "trainers/protocol/error.hpp"

namespace dpscale::protocol {

namespace {

[[noreturn]] void unreadable(const std::string& path, int fault) {
  throw error(exit_code::bad_data,
              fmt::format("{}: can't be read: {}", path, std::generic_category().message(fault)));
}

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

}  // namespace

input_file::input_file(std::string path, exit_code no_file) : path_(std::move(path)) {
  // Without O_NONBLOCK the opening of a pipe waits for its writer.
  const int descriptor = open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0 && errno != ENXIO) unreadable(path_, errno);
  struct stat status {};
  const int stated = descriptor < 0 ? stat(path_.c_str(), &status) : fstat(descriptor, &status);
  if (descriptor >= 0) file_.reset(fdopen(descriptor, "rb"));
  if (stated == 0 && !S_ISREG(status.st_mode)) {
    throw error(no_file,
                fmt::format("{}: is {}; a file is needed here", path_, kind_of(status.st_mode)));
  }
  if (stated != 0 || !file_) unreadable(path_, errno);
  size_ = static_cast<std::uint64_t>(status.st_size);
}

std::size_t input_file::read(std::span<char> into) {
  const std::size_t count = std::fread(into.data(), 1, into.size(), file_.get());
  if (count < into.size() && std::ferror(file_.get()) != 0) unreadable(path_, errno);
  return count;
}

std::string read_file(const std::string& path, std::uint64_t most_bytes, exit_code no_file) {
  input_file file(path, no_file);
  const auto check = [&](std::uint64_t bytes) {
    if (bytes <= most_bytes) return;
    throw error(exit_code::bad_data, fmt::format("{}: {} bytes long; such a file has at most {}",
                                                 path, bytes, most_bytes));
  };
  check(file.size());
  std::string text(file.size(), '\0');
  text.resize(file.read(text));
  // Some files say that they are empty (/proc), others grow meanwhile.
  std::array<char, 4096> more{};
  while (const std::size_t count = file.read(more)) {
    text.append(more.data(), count);
    check(text.size());
  }
  return text;
}

}  // namespace dpscale::protocol
