// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/bench/support/harness.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using test::harness;

/// Waits until the journal has `count` lines, at most ten seconds.
void wait_for_lines(const harness& h, std::ptrdiff_t count) {
  for (int i = 0; i < 1000; ++i) {
    const std::string text = test::content(h.run() / "launches.jsonl");
    if (std::count(text.begin(), text.end(), '\n') >= count) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  FAIL() << "the sweep does not get on";
}

class Interrupted : public ::testing::TestWithParam<int> {};

TEST_P(Interrupted, LeavesAValidSummaryAndNoProcess) {
  harness h;
  const test::scoped_variable rules("FAKE_TRAINER", "multi2:*=slow");
  const pid_t process = h.start_sweep();
  wait_for_lines(h, 3);
  kill(process, GetParam());
  const auto result = h.wait_for(process);
  EXPECT_EQ(result.status, 130) << result.output;
  EXPECT_NE(result.output.find("--resume"), std::string::npos);
  EXPECT_EQ(test::processes_naming(h.run().string()), 0);
  const json summary = h.summary();
  EXPECT_EQ(protocol::faults(protocol::schema::summary, summary), std::vector<std::string>{});
  EXPECT_EQ(json::parse(test::content(h.run() / "run.json"))["state"], "interrupted");
  const auto lines = h.lines();
  EXPECT_LT(lines.size(), 30U);
  for (const json& line : lines) EXPECT_EQ(line["status"], "ok");
  EXPECT_FALSE(std::filesystem::exists(h.run() / ".launch"));
  const auto resumed = h.dpscale({"sweep", "--resume", "--output", h.run().string(), "--trainers",
                                  test::fake_trainers().string()});
  EXPECT_EQ(resumed.status, 0) << resumed.output;
  EXPECT_EQ(h.lines().size(), 30U);
  for (const json& cell : h.cells()) EXPECT_EQ(cell["launches"]["ok"], 3);
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupted, ::testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST(Killed, TheHarnessTakesItsTrainerAlong) {
  harness h;
  const test::scoped_variable rules("FAKE_TRAINER", "*:*=sleep");
  const pid_t process = h.start_sweep();
  for (int i = 0; i < 1000 && test::processes_naming(h.run().string()) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kill(process, SIGKILL);
  h.wait_for(process);
  for (int i = 0; i < 500 && test::processes_naming(h.run().string()) > 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(test::processes_naming(h.run().string()), 0);
}

TEST(ClosedTerminal, DoesNotEndTheSweep) {
  harness h;
  (void)h.sweep({}, "\"$0\" \"$@\" 2>&1 | head -n 1; exit;");
  EXPECT_EQ(h.lines().size(), 30U);
}

}  // namespace
}  // namespace dpscale::bench
