// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/progress.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

TEST(Table, NumbersForPeople) {
  EXPECT_EQ(with_thousands(0.0), "0");
  EXPECT_EQ(with_thousands(999.4), "999");
  EXPECT_EQ(with_thousands(1000.0), "1,000");
  EXPECT_EQ(with_thousands(1234567.0), "1,234,567");
  EXPECT_EQ(with_thousands(-123456.0), "-123,456");
  EXPECT_EQ(duration_text(57.8e-6), "57.8 us");
  EXPECT_EQ(duration_text(0.0123), "12.30 ms");
  EXPECT_EQ(duration_text(1.25), "1.2 s");
  EXPECT_EQ(duration_text(161.0), "2 min 41 s");
  EXPECT_EQ(duration_text(7260.0), "2 h 1 min");
  EXPECT_EQ(estimate_text(0.4), "0 s");
  EXPECT_EQ(estimate_text(59.6), "1 min 0 s");
}

json figure(double value) {
  return {{"value", value}, {"low", 0.99 * value}, {"high", 1.01 * value}};
}
json none(const char* why) { return {{"value", nullptr}, {"reason", why}}; }

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

TEST(Progress, EstimatesFromWhatLaunchesTook) {
  progress shown(4, 0, 10.0);
  for (const char* cell : {"a", "a", "b", "b"}) shown.expect(cell);
  EXPECT_DOUBLE_EQ(shown.seconds_left(), 40.0);
  const json line{{"cell", "a"},
                  {"status", "ok"},
                  {"reason", nullptr},
                  {"summary", {{"samples_per_second", {{"value", 1234.0}}}}}};
  const std::string text = shown.line(line, 2.0);
  EXPECT_NE(text.find("[1/4] a"), std::string::npos) << text;
  EXPECT_NE(text.find("1,234 samples/s"), std::string::npos);
  // One more of a at 2 s; b is not known yet and takes the mean.
  EXPECT_DOUBLE_EQ(shown.seconds_left(), 6.0);
  (void)shown.line({{"cell", "b"}, {"status", "timeout"}, {"reason", "late"}}, 6.0);
  EXPECT_DOUBLE_EQ(shown.seconds_left(), 2.0 + 6.0);
}

TEST(Progress, SkippedLaunchesCostNothing) {
  progress shown(2, 0, 10.0);
  shown.expect("a");
  shown.expect("a");
  const std::string text =
      shown.line({{"cell", "a"}, {"status", "skipped"}, {"reason", "memory"}}, 0.0);
  EXPECT_NE(text.find("skipped: memory"), std::string::npos);
  EXPECT_DOUBLE_EQ(shown.seconds_left(), 0.0);
}

}  // namespace
}  // namespace dpscale::bench
