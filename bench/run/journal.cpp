// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/run/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/input_file.hpp"
#include "trainers/protocol/files/json_file.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {

using protocol::error;
using protocol::exit_code;

std::string json_text(const nlohmann::json& document, int indent) {
  return document.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

namespace {

/// Takes a journal apart as its bytes come.
class line_reader {
 public:
  line_reader(std::string path, const line_check& usable)
      : path_(std::move(path)), usable_(usable) {}

  journal_content read() {
    protocol::input_file file(path_);
    std::vector<char> piece(std::size_t{1} << 16);
    while (const std::size_t count = file.read(piece)) take({piece.data(), count});
    content_.torn_bytes = line_.size();
    return std::move(content_);
  }

 private:
  void take(std::string_view bytes) {
    for (std::size_t end = 0; (end = bytes.find('\n')) != std::string_view::npos;) {
      line_.append(bytes.substr(0, end));
      finish_line();
      bytes.remove_prefix(end + 1);
    }
    line_.append(bytes);
    if (line_.size() > longest_line)
      throw error(exit_code::bad_data,
                  fmt::format("{}: line {} is longer than {} bytes, which no sweep writes; is this "
                              "a run's journal?",
                              path_, number_ + 1, longest_line));
  }

  void finish_line() {
    ++number_;
    content_.whole_bytes += line_.size() + 1;
    auto line = parsed();
    if (line.is_object() && (!usable_ || usable_(line)))
      content_.lines.push_back(std::move(line));
    else
      content_.unreadable.push_back(number_);
    line_.clear();
  }

  /// The line's JSON; null where it is none.
  nlohmann::json parsed() const {
    try {
      return protocol::parse_json(line_, path_);
    } catch (const error&) {
      return nullptr;
    }
  }

  std::string path_, line_;
  const line_check& usable_;
  std::size_t number_ = 0;
  journal_content content_;
};

}  // namespace

bool is_launch(const nlohmann::json& line) {
  return protocol::faults(protocol::schema::record, line).empty() && line.contains("cell") &&
         line["cell"].is_string() && line.contains("launch");
}

bool is_round(const nlohmann::json& line) {
  const auto has = [&](const char* key) { return line.contains(key) ? &line[key] : nullptr; };
  if (!line.is_object() || line.value("schema", nlohmann::json()) != "dpscale.round/1")
    return false;
  const nlohmann::json *group = has("group"), *number = has("round"), *turns = has("turns"),
                       *launches = has("launches");
  return group && group->is_string() && number && number->is_number_integer() && turns &&
         turns->is_array() && launches && launches->is_array() &&
         std::all_of(launches->begin(), launches->end(), is_launch);
}

bool is_entry(const nlohmann::json& line) { return is_round(line) || is_launch(line); }

journal_content read_journal(const std::filesystem::path& path, const line_check& usable) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  return line_reader(path.string(), usable).read();
}

journal::journal(const std::filesystem::path& path, const line_check& usable) : path_(path) {
  std::error_code ignored;
  // A pipe or a folder is refused before it is opened for writing.
  if (std::filesystem::exists(path, ignored)) const protocol::input_file looked_at(path.string());
  descriptor_ =
      unique_descriptor(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  if (!descriptor_) fail("cannot be opened", errno);
  if (flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) fail("cannot be locked", errno);
    throw error(exit_code::usage,
                path.string() + ": another sweep is writing here; name another --output");
  }
  found_ = read_journal(path, usable);
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
