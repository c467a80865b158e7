// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/launch/descriptor.hpp"

namespace dpscale::bench {

/// What a launches.jsonl holds.
struct journal_content {
  std::vector<nlohmann::json> lines;
  /// Whole lines that are no JSON object or that the reader refused, by number from 1: left alone,
  /// counted as not run.
  std::vector<std::size_t> unreadable;
  std::size_t whole_bytes = 0;  ///< up to the end of the last whole line
  std::size_t torn_bytes = 0;   ///< behind it: a line whose writing was cut off
};

/// Whether a line of a journal is one that its reader can use.
using line_check = std::function<bool(const nlohmann::json& line)>;

/// Whether `line` is a launch's: a valid dpscale.record/1. A line_check.
[[nodiscard]] bool is_launch(const nlohmann::json& line);
/// Whether `line` is a round's (dpscale.round/1): its group and number, its launches, each as
/// above, and its turns, which may be anything. A line_check.
[[nodiscard]] bool is_round(const nlohmann::json& line);
/// Either: what a sweep writes. A line_check.
[[nodiscard]] bool is_entry(const nlohmann::json& line);

/// Bytes a line has at most; a longer one was written by no sweep.
inline constexpr std::size_t longest_line = std::size_t{64} << 20;

/// Reads a journal line by line; a file that does not exist is an empty one. Throws
/// protocol::error{bad_data} where it cannot be read, is no file or has a line beyond longest_line.
[[nodiscard]] journal_content read_journal(const std::filesystem::path& path,
                                           const line_check& usable = {});

/// The append-only file of finished launches. Each line is one write and one fsync, so that a sweep
/// that is killed, or a machine that stops, loses at most the launch in progress.
class journal {
 public:
  /// Opens `path`, made where it is not there, cuts off a torn last line, and keeps others from
  /// writing to it. Throws protocol::error: usage when another process has it, output_failed when
  /// it cannot be written, and as read_journal.
  explicit journal(const std::filesystem::path& path, const line_check& usable = {});

  /// The lines that were there when it was opened.
  [[nodiscard]] const journal_content& found() const { return found_; }
  /// Appends `line` as a whole or not at all; throws protocol::error{output_failed}.
  void append(const nlohmann::json& line);

 private:
  [[noreturn]] void fail(const char* what, int fault) const;

  std::filesystem::path path_;
  unique_descriptor descriptor_;
  journal_content found_;
  std::size_t size_ = 0;
};

/// `document` on one line, or indented by `indent`; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string json_text(const nlohmann::json& document, int indent = -1);

}  // namespace dpscale::bench
