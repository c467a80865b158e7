// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/hostile_text.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

json figure(double value) {
  return {{"value", value}, {"low", 0.99 * value}, {"high", 1.01 * value}};
}
json wide(double low, double high) {
  return {{"value", nullptr}, {"low", low}, {"high", high}, {"reason", "too wide for one figure"}};
}
json none(const char* why) { return {{"value", nullptr}, {"reason", why}}; }

json cell_named(const std::string& id) {
  return {{"id", id},
          {"status", "timeout"},
          {"reason", id},
          {"flags", json::array({id})},
          {"samples_per_second", none("failed")},
          {"step_seconds", none("failed")},
          {"strong_efficiency", {{"plain", none("failed")}, {"self", none("failed")}}},
          {"weak_efficiency", {{"plain", none("failed")}, {"self", none("failed")}}}};
}

TEST(Table, IsALineARowWhateverTheTextsHold) {
  for (const std::string& text : test::hostile_texts(7, 100)) {
    const json crossing{
        {"preset", text}, {"model", nullptr},          {"strategy", text},
        {"devices", 2},   {"options", {{text, text}}}, {"smallest_global_batch", nullptr},
        {"reason", text}};
    const std::string shown =
        format_table({{"cells", {cell_named(text)}}, {"crossovers", {crossing}}});
    EXPECT_TRUE(test::clean_utf8(shown, "\n"));
    // Heading, row, legend; a blank, "failed:", its line; a blank, the crossover.
    EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), 8) << shown;
  }
}

TEST(Table, ColumnsStandUnderEachOther) {
  json wide = cell_named("\xe6\xbc\xa2\xe5\xad\x97"), narrow = cell_named("abcd");
  for (json* cell : {&wide, &narrow}) (*cell)["step_seconds"] = figure(1e-3);
  const std::string text = format_table({{"cells", {wide, narrow}}, {"crossovers", json::array()}});
  // Both names take four columns; the first has two bytes more.
  EXPECT_EQ(text.find("1.00 ms") - text.find("\xe6\xbc\xa2"),
            2 + text.rfind("1.00 ms") - text.find("abcd"));
}

TEST(Table, ShowsFiguresAndFailures) {
  const json ok{{"id", "a/n2"},
                {"status", "ok"},
                {"flags", {"oversubscribed"}},
                {"samples_per_second", figure(1e6)},
                {"step_seconds", figure(1e-3)},
                {"strong_efficiency", {{"plain", figure(0.961)}, {"self", wide(0.812, 1.027)}}},
                {"weak_efficiency", {{"plain", none("uneven")}, {"self", none("uneven")}}}};
  json failed = ok;
  failed["id"] = "b/n2";
  failed["status"] = "timeout";
  failed["reason"] = "still running";
  failed["samples_per_second"] = none("failed");
  const json crossing{{"preset", nullptr},         {"model", "784-64-10"},
                      {"strategy", "mirrored"},    {"devices", 2},
                      {"options", json::object()}, {"smallest_global_batch", 256},
                      {"reason", nullptr}};
  const std::string text = format_table({{"cells", {ok, failed}}, {"crossovers", {crossing}}});
  EXPECT_NE(text.find("1,000,000 +- 1.0 %"), std::string::npos) << text;
  EXPECT_NE(text.find("96.1 %"), std::string::npos);
  EXPECT_NE(text.find("   81..103 %  timeout, oversubscribed"), std::string::npos) << text;
  EXPECT_NE(text.find("a..b %: the 95 % interval, where it is too wide"), std::string::npos);
  EXPECT_NE(text.find("timeout, oversubscribed"), std::string::npos);
  EXPECT_NE(text.find("b/n2: timeout: still running"), std::string::npos);
  EXPECT_NE(text.find("784-64-10, mirrored: 2 devices beat one from global batch 256 on"),
            std::string::npos);
}

TEST(Table, ColumnsWithAnIntervalAreAligned) {
  json cell{{"id", "a"},
            {"status", "ok"},
            {"flags", json::array({"x"})},
            {"samples_per_second", none("-")},
            {"step_seconds", none("-")},
            {"strong_efficiency", {{"plain", wide(0.95, 1.1)}, {"self", figure(1.0)}}},
            {"weak_efficiency", {{"plain", none("-")}, {"self", none("-")}}}};
  json other = cell;
  other["strong_efficiency"]["plain"] = figure(0.9);
  const std::string text = format_table({{"cells", {cell, other}}, {"crossovers", json::array()}});
  const auto first = text.find("95..110 %"), second = text.find("90.0 %");
  ASSERT_NE(first, std::string::npos) << text;
  const auto end_in_line = [&](std::size_t at) {
    return text.find('%', at) - text.rfind('\n', at);
  };
  EXPECT_EQ(end_in_line(first), end_in_line(second)) << text;
  other["strong_efficiency"]["plain"] = none("-");
  EXPECT_EQ(format_table({{"cells", {other}}, {"crossovers", json::array()}}).find("a..b"),
            std::string::npos);
}

}  // namespace
}  // namespace dpscale::bench
