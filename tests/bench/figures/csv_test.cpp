// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/figures/summary.hpp"
#include "tests/support/hostile_text.hpp"
#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using table = std::vector<std::vector<std::string>>;

/// A reader written from RFC 4180 alone: fields, quoted or not, lines that end with CR LF.
table read_csv(const std::string& text) {
  table rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool two_quotes = text.compare(i, 2, "\"\"") == 0;
    if (quoted && two_quotes) {
      rows.back().back() += text[++i];
    } else if (text[i] == '"') {
      EXPECT_TRUE(quoted || rows.back().back().empty()) << "a quote inside a plain field";
      quoted = !quoted;
    } else if (!quoted && text[i] == ',') {
      rows.back().emplace_back();
    } else if (!quoted && text.compare(i, 2, "\r\n") == 0) {
      rows.push_back({""});
      ++i;
    } else {
      EXPECT_TRUE(quoted || (text[i] != '\r' && text[i] != '\n')) << "a bare line end";
      rows.back().back() += text[i];
    }
  }
  EXPECT_FALSE(quoted);
  EXPECT_EQ(rows.back(), std::vector<std::string>{""});
  rows.pop_back();
  return rows;
}

json summary_of(const std::vector<std::string>& texts) {
  json cells = json::array();
  for (const std::string& text : texts)
    cells.push_back({{"id", text}, {"reason", text}, {"key", {{"devices", 2}}}});
  return {{"cells", cells}};
}

std::size_t column(const table& rows, const std::string& name) {
  const auto found = std::find(rows[0].begin(), rows[0].end(), name);
  return static_cast<std::size_t>(found - rows[0].begin());
}

TEST(Csv, GivesEveryTextBack) {
  const auto texts = test::hostile_texts(5);
  const std::string csv = to_csv(summary_of(texts));
  EXPECT_TRUE(test::clean_utf8(csv, "\t\r\n"));
  const table rows = read_csv(csv);
  ASSERT_EQ(rows.size(), texts.size() + 1);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(rows[i + 1].size(), rows[0].size());
    EXPECT_EQ(rows[i + 1][column(rows, "devices")], "2");
    for (const char* name : {"id", "reason"}) {
      std::string field = rows[i + 1][column(rows, name)];
      if (field.starts_with('\'') && !texts[i].starts_with('\'')) field.erase(0, 1);
      EXPECT_EQ(field, protocol::printable(texts[i], protocol::whitespace::all));
    }
  }
}

TEST(Csv, NoFieldIsAFormula) {
  const std::vector<std::string> texts{
      "=1+1", "+cmd", "-cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=", "-"};
  const table rows = read_csv(to_csv(summary_of(texts)));
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(rows[i + 1][0], "'" + texts[i]);
  for (const std::string& text : test::hostile_texts(6)) {
    const table one = read_csv(to_csv(summary_of({text})));
    const std::string& field = one.at(1).at(0);
    if (field.empty() || std::string("=+-@\t\r\n").find(field.front()) == std::string::npos)
      continue;
    // What still begins so is a number, to the C library too.
    char* end = nullptr;
    static_cast<void>(std::strtod(field.c_str(), &end));
    EXPECT_TRUE(end != field.c_str() && *end == '\0') << field;
  }
}

TEST(Csv, NumbersStayNumbers) {
  const std::vector<std::string> texts{"-5", "+2.5", "-1e-3", "784-64-10"};
  const table rows = read_csv(to_csv(summary_of(texts)));
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(rows[i + 1][0], texts[i]);
}

}  // namespace
}  // namespace dpscale::bench
