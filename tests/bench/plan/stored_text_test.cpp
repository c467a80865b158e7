// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/stored_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/plan/plan.hpp"
#include "bench/run/journal.hpp"
#include "tests/protocol/support.hpp"
#include "tests/support/hostile_text.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using protocol_test::error_of;

TEST(PlanText, ThatIsNotUtf8IsRefusedWithItsKey) {
  for (const char* key : {"preset", "model", "strategy", "devices", "global_batch", "launches",
                          "budget_seconds", "data", "seed", "turns", "interval_goal"}) {
    json plan = {{"preset", "tf-mirrored"}, {"global_batch", 64}};
    plan[key] = "a\xff";
    const auto [code, line] = error_of([&] { static_cast<void>(parse_plan(plan, 2, 0)); });
    EXPECT_EQ(code, protocol::exit_code::usage) << key;
    EXPECT_NE(line.find(std::string("plan: ") + key + ": not UTF-8"), std::string::npos) << line;
  }
  for (const json& axes : {json{{"lr", {"\xc3"}}}, json{{"\xc3", {"1"}}}}) {
    const json plan = {{"preset", "tf-mirrored"}, {"global_batch", 64}, {"axes", axes}};
    const auto [code, line] = error_of([&] { static_cast<void>(parse_plan(plan, 2, 0)); });
    EXPECT_EQ(code, protocol::exit_code::usage);
    EXPECT_NE(line.find("plan: axes: not UTF-8"), std::string::npos) << line;
  }
}

TEST(StoredText, IsOneLineOfUtf8AndReadsBackAsItIsStored) {
  for (const std::string& text : test::hostile_texts(8)) {
    const std::string line = json_text({{"reason", text}, {text, 1}});
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const json back = json::parse(line);
    EXPECT_EQ(json_text(back), line);
    if (is_utf8(text)) {
      EXPECT_EQ(back["reason"], text);
    }
  }
}

}  // namespace
}  // namespace dpscale::bench
