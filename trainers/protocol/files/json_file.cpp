// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/json_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/input_file.hpp"

namespace dpscale::protocol {

namespace {

using nlohmann::json;

/// Parses one text, and knows where in it a fault lies.
class strict_parser {
 public:
  strict_parser(const std::string& text, const std::string& where, exit_code code)
      : text_(text), where_(where), code_(code), stream_(text) {}

  json parse() {
    if (text_.starts_with("\xef\xbb\xbf"))
      fail("starts with a byte order mark; save it as UTF-8 without");
    if (text_.find_first_not_of(" \t\r\n") == std::string::npos) fail("empty; JSON is expected");
    try {
      return json::parse(stream_, [this](int, json::parse_event_t event, const json& parsed) {
        look_at(event, parsed);
        return true;
      });
    } catch (const json::parse_error& fault) {
      fail(fmt::format("not JSON at {}: {}", place(fault.byte), words_of(fault)));
    } catch (const json::exception& fault) {  // a number that no double holds
      fail(fmt::format("not JSON at {}: {}", place(read_so_far()), words_of(fault)));
    }
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { throw error(code_, where_ + ": " + why); }

  void look_at(json::parse_event_t event, const json& parsed) {
    using kind = json::parse_event_t;
    if (event == kind::object_start || event == kind::array_start) {
      keys_.emplace_back();
      if (keys_.size() > deepest_json)
        fail(fmt::format("nested more than {} levels deep at {}", deepest_json,
                         place(read_so_far())));
    }
    if (event == kind::object_end || event == kind::array_end) keys_.pop_back();
    if (event == kind::key && !keys_.back().insert(parsed.get<std::string>()).second)
      fail(fmt::format("the key {} is twice in one object, again at {}", parsed.dump(),
                       place(read_so_far())));
  }

  /// Bytes the parser has taken from the stream.
  std::size_t read_so_far() {
    const auto at = stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    return at < 0 ? text_.size() : static_cast<std::size_t>(at);
  }

  /// Line and column of the last of the first `bytes` bytes.
  std::string place(std::size_t bytes) const {
    const std::string_view before = std::string_view(text_).substr(0, bytes > 0 ? bytes - 1 : 0);
    const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    return fmt::format("line {} column {}", 1 + std::count(before.begin(), before.end(), '\n'),
                       before.size() - line_start + 1);
  }

  /// The library's account without its own number and place, cut where it quotes at length.
  static std::string words_of(const json::exception& fault) {
    std::string text = fault.what();
    text.erase(0, text.find("] ") + 2);
    if (text.starts_with("parse error at ")) text.erase(0, text.find(": ") + 2);
    constexpr std::size_t longest = 200;
    if (text.size() > longest) text = text.substr(0, longest) + "...";
    return text;
  }

  const std::string& text_;
  const std::string& where_;
  exit_code code_;
  std::istringstream stream_;
  std::vector<std::set<std::string>> keys_;  ///< of the objects that are open, empty for an array
};

}  // namespace

json parse_json(const std::string& text, const std::string& where, exit_code code) {
  return strict_parser(text, where, code).parse();
}

json read_json_file(const std::string& path, std::uint64_t most_bytes, exit_code no_file) {
  return parse_json(read_file(path, most_bytes, no_file), path);
}

}  // namespace dpscale::protocol
