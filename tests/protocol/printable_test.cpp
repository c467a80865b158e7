// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/printable.hpp"

#include <gtest/gtest.h>

#include "tests/support/hostile_text.hpp"

namespace dpscale::protocol {
namespace {

using namespace std::string_literals;

TEST(printable, keeps_what_people_read_and_names_what_acts) {
  const std::pair<std::string, std::string> cases[] = {
      {"", ""},
      {"runs/mine, 98.1 %", "runs/mine, 98.1 %"},
      {"caf\xc3\xa9 \xe6\xbc\xa2\xe5\xad\x97 \xf0\x9f\x98\x80",
       "caf\xc3\xa9 \xe6\xbc\xa2\xe5\xad\x97 \xf0\x9f\x98\x80"},
      {"e\xcc\x81", "e\xcc\x81"},
      {"a\nb\r\n\tc", "a\\nb\\r\\n\\tc"},
      {"\x1b[31mred", "\\x1b[31mred"},
      {"a\0b\x7f"s, "a\\x00b\\x7f"},
      {"\xc2\x9b", "\\u009b"},
      {"\xe2\x80\xaegnp.exe", "\\u202egnp.exe"},
      {"\xef\xbb\xbf", "\\ufeff"},
      {"\xe2\x80\xa8", "\\u2028"},
      {"\xf3\xa0\x81\x81", "\\U000e0041"},
      {"\xff\xc3", "\\xff\\xc3"},
      {"\xc0\xaf", "\\xc0\\xaf"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(printable(text), shown);
}

TEST(printable, keeps_the_whitespace_that_is_asked_for) {
  EXPECT_EQ(printable("a\n\t\r\x1b", whitespace::newlines), "a\n\\t\\r\\x1b");
  EXPECT_EQ(printable("a\n\t\r\x1b", whitespace::all), "a\n\t\r\\x1b");
}

TEST(printable, of_any_text_is_clean_and_stays_as_it_is) {
  for (const std::string& text : test::hostile_texts(1)) {
    const std::string shown = printable(text);
    EXPECT_TRUE(test::clean_utf8(shown)) << shown;
    for (const char* mark : {"\xe2\x80\xae", "\xe2\x80\x8f", "\xe2\x81\xa6", "\xef\xbb\xbf"})
      EXPECT_EQ(shown.find(mark), std::string::npos);
    EXPECT_EQ(printable(shown), shown);
    EXPECT_TRUE(test::clean_utf8(printable(text, whitespace::all), "\t\r\n"));
  }
}

TEST(columns, are_what_a_terminal_takes) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("caf\xc3\xa9"), 4U);
  EXPECT_EQ(columns("e\xcc\x81"), 1U);
  EXPECT_EQ(columns("\xe6\xbc\xa2\xe5\xad\x97"), 4U);
  EXPECT_EQ(columns("\xf0\x9f\x98\x80"), 2U);
}

TEST(shortened, loses_its_middle_and_says_so) {
  EXPECT_EQ(shortened("0123456789abcdefghijklmnop", 26), "0123456789abcdefghijklmnop");
  EXPECT_EQ(shortened("0123456789abcdefghijklmnop", 20), "012345 [...] klmnop");
  // Two columns each: three fit into six, and none is cut in two.
  std::string wide;
  for (int i = 0; i < 20; ++i) wide += "\xe6\xbc\xa2";
  EXPECT_EQ(shortened(wide, 20),
            "\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2 [...] \xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2");
}

TEST(shortened, fits_whatever_it_is_given) {
  for (const std::string& text : test::hostile_texts(2)) {
    const std::string shown = printable(text);
    for (const std::size_t most : {16U, 17U, 40U, 300U}) {
      const std::string cut = shortened(shown, most);
      EXPECT_LE(columns(cut), most);
      EXPECT_TRUE(test::clean_utf8(cut));
      if (columns(shown) <= most) {
        EXPECT_EQ(cut, shown);
      }
    }
  }
}

TEST(complain, is_one_line_of_bearable_length) {
  testing::internal::CaptureStderr();
  complain("dpscale", "a\x1b[2J\nb: " + std::string(10240, 'x') + ": name another");
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(shown.starts_with("dpscale: a\\x1b[2J\\nb: xxx"));
  EXPECT_TRUE(shown.ends_with("xxx: name another\n"));
  EXPECT_EQ(shown.find('\n'), shown.size() - 1);
  EXPECT_LT(shown.size(), 2100U);
}

}  // namespace
}  // namespace dpscale::protocol
