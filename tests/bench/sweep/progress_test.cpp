// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/progress.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace dpscale::bench {
namespace {

using nlohmann::json;

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

TEST(Progress, NamesLaunchesThatTheCpuQuotaStopped) {
  progress shown(2, 0, 10.0);
  const json launch{{"cell", "a"},
                    {"status", "ok"},
                    {"reason", nullptr},
                    {"summary", {{"samples_per_second", {{"value", 1234.0}}}}},
                    {"disturbance", {{"throttled_periods", 3}}}};
  EXPECT_NE(shown.line(launch, 2.0).find("samples/s, throttled"), std::string::npos);
  const json round{{"group", "g"},
                   {"round", 0},
                   {"turns", json::array()},
                   {"launches", json::array({launch, launch})}};
  EXPECT_NE(shown.round_line(round, 2.0).find("2 throttled"), std::string::npos);
}

}  // namespace
}  // namespace dpscale::bench
