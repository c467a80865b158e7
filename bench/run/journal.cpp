// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/run/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "trainers/protocol/error.hpp"

namespace dpscale::bench {

using protocol::error;
using protocol::exit_code;

std::string json_text(const nlohmann::json& document, int indent) {
  return document.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

journal_content read_journal(const std::filesystem::path& path) {
  journal_content content;
  if (!std::filesystem::exists(path)) return content;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad() || !file.is_open())
    throw error(exit_code::output_failed, path.string() + ": the journal cannot be read");
  std::size_t number = 0;
  while (true) {
    const std::size_t end = text.find('\n', content.whole_bytes);
    if (end == std::string::npos) break;
    ++number;
    auto line =
        nlohmann::json::parse(text.begin() + static_cast<std::ptrdiff_t>(content.whole_bytes),
                              text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    if (line.is_object())
      content.lines.push_back(std::move(line));
    else
      content.unreadable.push_back(number);
    content.whole_bytes = end + 1;
  }
  content.torn_bytes = text.size() - content.whole_bytes;
  return content;
}

journal::journal(const std::filesystem::path& path)
    : path_(path),
      descriptor_(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644)) {
  if (!descriptor_) fail("cannot be opened", errno);
  if (flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) fail("cannot be locked", errno);
    throw error(exit_code::usage,
                path.string() + ": another sweep is writing here; name another --output");
  }
  found_ = read_journal(path);
  size_ = found_.whole_bytes;
  // Else the next line would be glued to the torn one, and both lost.
  if (found_.torn_bytes > 0 && ftruncate(descriptor_.get(), static_cast<off_t>(size_)) != 0)
    fail("its torn last line cannot be cut off", errno);
}

void journal::append(const nlohmann::json& line) {
  const std::string text = json_text(line) + "\n";
  const ssize_t written = ::write(descriptor_.get(), text.data(), text.size());
  const int fault = written < 0 ? errno : ENOSPC;
  if (written != static_cast<ssize_t>(text.size())) {
    // What did fit goes away again: a whole line or none.
    if (written > 0 && ftruncate(descriptor_.get(), static_cast<off_t>(size_)) != 0)
      fail("cannot be repaired", errno);
    fail("a line cannot be appended", fault);
  }
  if (fsync(descriptor_.get()) != 0) fail("a line cannot be made durable", errno);
  size_ += text.size();
}

void journal::fail(const char* what, int fault) const {
  throw error(exit_code::output_failed,
              fmt::format("{}: {}: {}; free some space or name another --output", path_.string(),
                          what, std::strerror(fault)));
}

}  // namespace dpscale::bench
