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
                {"strong_efficiency", {{"plain", figure(0.961)}, {"self", none("withheld: wide")}}},
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
  EXPECT_NE(text.find("withheld"), std::string::npos);
  EXPECT_NE(text.find("timeout, oversubscribed"), std::string::npos);
  EXPECT_NE(text.find("b/n2: timeout: still running"), std::string::npos);
  EXPECT_NE(text.find("784-64-10, mirrored: 2 devices beat one from global batch 256 on"),
            std::string::npos);
}

}  // namespace
}  // namespace dpscale::bench
