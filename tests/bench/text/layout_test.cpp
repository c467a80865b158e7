// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/text/layout.hpp"

#include <gtest/gtest.h>

#include "bench/text/terminal.hpp"
#include "tests/support/hostile_text.hpp"
#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {
namespace {

TEST(Layout, ColumnsStandUnderEachOtherWhateverTheScript) {
  const std::string text = aligned({{"cell", "step", "remarks"},
                                    {"caf\xc3\xa9", "1", ""},
                                    {"\xe6\xbc\xa2\xe5\xad\x97", "20", "late"}});
  EXPECT_EQ(text,
            "cell  step  remarks\n"
            "caf\xc3\xa9     1\n"
            "\xe6\xbc\xa2\xe5\xad\x97    20  late\n");
}

TEST(Layout, PadsToColumnsAndNeverCuts) {
  EXPECT_EQ(padded("ab", 4), "ab  ");
  EXPECT_EQ(padded("ab", 4, align::right), "  ab");
  EXPECT_EQ(padded("\xe6\xbc\xa2", 4), "\xe6\xbc\xa2  ");
  EXPECT_EQ(padded("abcdef", 4), "abcdef");
}

TEST(Layout, NamesAndReasonsAreOneLineAndOfBearableLength) {
  for (const std::string& text : test::hostile_texts(3)) {
    EXPECT_TRUE(test::clean_utf8(name_text(text)));
    EXPECT_LE(protocol::columns(name_text(text)), 100U);
    EXPECT_TRUE(test::clean_utf8(reason_text(text)));
    EXPECT_LE(protocol::columns(reason_text(text)), 300U);
  }
}

TEST(Terminal, GetsNothingThatActsOnIt) {
  for (const std::string& text : test::hostile_texts(4, 50)) {
    testing::internal::CaptureStdout();
    say(text);
    EXPECT_TRUE(test::clean_utf8(testing::internal::GetCapturedStdout(), "\n"));
  }
}

}  // namespace
}  // namespace dpscale::bench
