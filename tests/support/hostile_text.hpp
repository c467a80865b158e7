// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace dpscale::test {

/// Texts of the kinds that break tables, quoting and terminals: each kind by itself, then mixtures
/// of them drawn from `seed`.
inline std::vector<std::string> hostile_texts(unsigned seed, std::size_t mixtures = 400) {
  using namespace std::string_literals;
  const std::vector<std::string> kinds{"plain",
                                       "\"",
                                       "\"\"",
                                       ",",
                                       ";",
                                       "|",
                                       "'",
                                       "`",
                                       "\\",
                                       "\n",
                                       "\r\n",
                                       "\r",
                                       "\t",
                                       "\0"s,
                                       "\x7f",
                                       "\x1b[2J",
                                       "\x1b]0;title\x07",
                                       "\b\b\b",
                                       "=1+1",
                                       "=HYPERLINK(\"http://example.org\")",
                                       "+1-1",
                                       "-cmd",
                                       "@SUM(A1)",
                                       "-5",
                                       "<script>",
                                       "&amp;",
                                       "$x^2$",
                                       "%s",
                                       "{}",
                                       "  ",
                                       "\xe2\x80\xae",
                                       "\xe2\x80\x8f",
                                       "\xe2\x81\xa6",
                                       "\xe2\x80\xa8",
                                       "\xef\xbb\xbf",
                                       "\xc2\x9b",
                                       "\xc3\xa9",
                                       "\xe6\xbc\xa2\xe5\xad\x97",
                                       "\xf0\x9f\x98\x80",
                                       "e\xcc\x81",
                                       "\xff",
                                       "\xc3",
                                       "\xe2\x82",
                                       "\xed\xa0\x80",
                                       "\xc0\xaf",
                                       "\xf4\x90\x80\x80",
                                       std::string(10240, 'x'),
                                       ""};
  std::vector<std::string> texts = kinds;
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < mixtures; ++i) {
    std::string text;
    for (auto parts = 1 + random() % 6; parts > 0; --parts)
      text += random() % 4 == 0 ? std::string(1, static_cast<char>(random() % 256))
                                : kinds[random() % (kinds.size() - 2)];
    texts.push_back(text);
  }
  return texts;
}

/// Whether `text` is UTF-8 by RFC 3629's grammar, and holds no control character but those in
/// `kept`. Written from the RFC, to judge what the programs write.
inline bool clean_utf8(const std::string& text, const std::string& kept = "") {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) {
      return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U;
    };
    const auto tail = [&](std::size_t k, unsigned low = 0x80, unsigned high = 0xBF) {
      return byte(k) >= low && byte(k) <= high;
    };
    const unsigned first = byte(i);
    if (first < 0x80) {
      if ((first < 0x20 || first == 0x7f) && kept.find(text[i]) == std::string::npos) return false;
      i += 1;
    } else if (first >= 0xC2 && first <= 0xDF) {
      // U+0080 to U+009F are control characters too.
      if (!tail(i + 1) || (first == 0xC2 && byte(i + 1) < 0xA0)) return false;
      i += 2;
    } else if (first >= 0xE0 && first <= 0xEF) {
      const unsigned low = first == 0xE0 ? 0xA0 : 0x80, high = first == 0xED ? 0x9F : 0xBF;
      if (!tail(i + 1, low, high) || !tail(i + 2)) return false;
      i += 3;
    } else if (first >= 0xF0 && first <= 0xF4) {
      const unsigned low = first == 0xF0 ? 0x90 : 0x80, high = first == 0xF4 ? 0x8F : 0xBF;
      if (!tail(i + 1, low, high) || !tail(i + 2) || !tail(i + 3)) return false;
      i += 4;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace dpscale::test
