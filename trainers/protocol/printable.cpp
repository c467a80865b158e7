// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/printable.hpp"

#include <fmt/format.h>
#include <locale.h>
#include <wchar.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

namespace dpscale::protocol {

namespace {

/// While it lives this thread's C library reads text as UTF-8, whatever the user's locale is.
class utf8_here {
 public:
  utf8_here() : before_(uselocale(utf8())) {}
  utf8_here(const utf8_here&) = delete;
  utf8_here& operator=(const utf8_here&) = delete;
  ~utf8_here() { uselocale(before_); }

 private:
  /// glibc has C.UTF-8 built in; without it (locale_t{}) every byte above 127 is shown as a number.
  static locale_t utf8() {
    static const locale_t found = newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
    return found;
  }
  locale_t before_;
};

/// A character and its bytes; `width` is negative where a terminal must not get it.
struct character {
  std::string_view bytes;
  bool valid;
  char32_t code;
  int width;
};

/// Characters that show nothing and change how others are shown or read. The joiners U+200C and
/// U+200D stay: words of several scripts need them.
bool acts_unseen(char32_t code) {
  constexpr std::array<std::pair<char32_t, char32_t>, 10> ranges{{{0x00AD, 0x00AD},
                                                                  {0x061C, 0x061C},
                                                                  {0x180E, 0x180E},
                                                                  {0x200B, 0x200B},
                                                                  {0x200E, 0x200F},
                                                                  {0x2028, 0x202E},
                                                                  {0x2060, 0x206F},
                                                                  {0xFEFF, 0xFEFF},
                                                                  {0xFFF9, 0xFFFB},
                                                                  {0xE0000, 0xE007F}}};
  return std::any_of(ranges.begin(), ranges.end(), [code](const auto& range) {
    return code >= range.first && code <= range.second;
  });
}

/// The first character of `text`, which is not empty. A utf8_here is alive.
character first_of(std::string_view text) {
  wchar_t wide = 0;
  mbstate_t state{};
  const std::size_t length = mbrtowc(&wide, text.data(), text.size(), &state);
  if (length > text.size()) return {text.substr(0, 1), false, 0, -1};
  const auto code = static_cast<char32_t>(wide);
  // A length of 0 is the character NUL.
  return {text.substr(0, std::max<std::size_t>(length, 1)), true, code,
          acts_unseen(code) ? -1 : wcwidth(wide)};
}

std::string escaped(const character& one) {
  switch (one.valid ? one.code : 0xFFFFFFFFU) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  if (!one.valid) return fmt::format("\\x{:02x}", static_cast<unsigned char>(one.bytes.front()));
  const auto code = static_cast<unsigned>(one.code);
  if (code < 0x80) return fmt::format("\\x{:02x}", code);
  return code < 0x10000 ? fmt::format("\\u{:04x}", code) : fmt::format("\\U{:08x}", code);
}

bool stays(const character& one, whitespace kept) {
  if (one.code == '\n') return kept != whitespace::none;
  if (one.code == '\t' || one.code == '\r') return kept == whitespace::all;
  return one.width >= 0 && one.code != 0;
}

}  // namespace

std::string printable(std::string_view text, whitespace kept) {
  const utf8_here guard;
  std::string result;
  while (!text.empty()) {
    const character one = first_of(text);
    if (one.valid && stays(one, kept))
      result += one.bytes;
    else
      result += escaped(one);
    text.remove_prefix(one.bytes.size());
  }
  return result;
}

std::size_t columns(std::string_view text) {
  const utf8_here guard;
  std::size_t sum = 0;
  while (!text.empty()) {
    const character one = first_of(text);
    sum += static_cast<std::size_t>(std::max(one.width, 0));
    text.remove_prefix(one.bytes.size());
  }
  return sum;
}

std::string shortened(std::string text, std::size_t most) {
  constexpr std::string_view mark = " [...] ";
  // A column takes a byte at least, so this spares the usual text the count.
  if (text.size() <= most || columns(text) <= most) return text;
  const utf8_here guard;
  std::vector<std::pair<std::string_view, std::size_t>> characters;
  for (std::string_view rest = text; !rest.empty();) {
    const character one = first_of(rest);
    characters.emplace_back(one.bytes, std::max(one.width, 0));
    rest.remove_prefix(one.bytes.size());
  }
  const std::size_t room = (most - mark.size()) / 2;
  std::size_t head = 0, tail = characters.size(), used = 0;
  while (used + characters[head].second <= room) used += characters[head++].second;
  for (used = 0; used + characters[tail - 1].second <= room;) used += characters[--tail].second;
  std::string result;
  for (std::size_t i = 0; i < head; ++i) result += characters[i].first;
  result += mark;
  for (std::size_t i = tail; i < characters.size(); ++i) result += characters[i].first;
  return result;
}

void complain(std::string_view program, std::string_view line) {
  constexpr std::size_t bearable = 2000;
  const std::string text =
      fmt::format("{}: {}\n", printable(program), shortened(printable(line), bearable));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace dpscale::protocol
