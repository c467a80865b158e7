// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace dpscale::bench {
namespace {

using nlohmann::json;

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

}  // namespace
}  // namespace dpscale::bench
