// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/outcome.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

namespace dpscale::bench {
namespace {

using nlohmann::json;

process_result ended(int code, const std::string& words = "") {
  process_result result;
  result.exit_code = code;
  result.stderr_tail = words;
  return result;
}

process_result killed_by(int signal, const std::string& words = "") {
  process_result result;
  result.signal = signal;
  result.stderr_tail = words;
  return result;
}

record_found good() {
  return {json{{"status", "ok"}, {"summary", {{"samples_per_second", {{"value", 1000.0}}}}}}, ""};
}

std::string status(const process_result& result, const record_found& found = {}) {
  return classify(result, found, 10.0).status;
}

TEST(Outcome, OkTakesExitRecordAndThroughput) {
  EXPECT_EQ(status(ended(0), good()), "ok");
  EXPECT_EQ(classify(ended(0), good(), 10.0).reason, "");
  EXPECT_EQ(status(ended(0)), "crashed");
  EXPECT_EQ(status(ended(0), {std::nullopt, "its record is not JSON"}), "crashed");
  for (const json& none : {json(nullptr), json(0.0), json(-5.0), json("many")}) {
    record_found found = good();
    (*found.record)["summary"]["samples_per_second"]["value"] = none;
    EXPECT_EQ(status(ended(0), found), "crashed") << none;
  }
}

TEST(Outcome, ExitCodesAreTheProtocols) {
  const std::pair<int, const char*> codes[] = {
      {2, "unsupported"}, {3, "wrong_result"}, {4, "out_of_memory"}, {5, "comm_error"},
      {6, "unsupported"}, {7, "bad_data"},     {124, "timeout"},     {130, "interrupted"},
      {1, "crashed"},     {77, "crashed"},     {255, "crashed"}};
  for (const auto& [code, name] : codes) {
    EXPECT_EQ(status(ended(code)), name) << code;
    // A record that says ok does not outweigh the exit.
    EXPECT_EQ(status(ended(code), good()), name) << code;
  }
  EXPECT_EQ(classify(ended(7, "blah\nlabels: 12 is no class\n"), {}, 10.0).reason,
            "exit 7: labels: 12 is no class");
}

TEST(Outcome, ARecordsOwnAccountGoesFirst) {
  const record_found found{json{{"status", "bad_data"}, {"reason", "label 12 at offset 20"}}, ""};
  const outcome judged = classify(ended(7, "train_multi: something longer"), found, 10.0);
  EXPECT_EQ(judged.status, "bad_data");
  EXPECT_EQ(judged.reason, "label 12 at offset 20");
  // Even from a trainer that ends with 0.
  EXPECT_EQ(status(ended(0), found), "bad_data");
}

TEST(Outcome, SignalsAreCrashesUnlessMemoryIsKnownToBeTheCause) {
  EXPECT_EQ(status(killed_by(SIGSEGV)), "crashed");
  EXPECT_EQ(classify(killed_by(SIGSEGV), {}, 10.0).reason, "ended by SIGSEGV");
  EXPECT_EQ(status(killed_by(SIGKILL)), "crashed");
  process_result by_kernel = killed_by(SIGKILL);
  by_kernel.memory_killed = true;
  EXPECT_EQ(status(by_kernel), "out_of_memory");
  EXPECT_EQ(status(killed_by(SIGABRT, "terminate called ... std::bad_alloc\n")), "out_of_memory");
  EXPECT_EQ(status(killed_by(SIGABRT, "assertion failed")), "crashed");
}

TEST(Outcome, OursToEndIsSaid) {
  process_result late = killed_by(SIGKILL);
  late.out_of_time = true;
  EXPECT_EQ(status(late), "timeout");
  EXPECT_NE(classify(late, {}, 12.5).reason.find("12.5 s"), std::string::npos);
  process_result stopped = ended(130);
  stopped.interrupted = true;
  EXPECT_EQ(status(stopped, good()), "interrupted");
  process_result never;
  never.start_failure = "No such file or directory";
  EXPECT_EQ(status(never), "crashed");
}

TEST(Outcome, LastLineOfWords) {
  EXPECT_EQ(last_line("one\ntwo\n\n  \n"), "two");
  EXPECT_EQ(last_line("one"), "one");
  EXPECT_EQ(last_line(" \n"), "");
  EXPECT_EQ(last_line(""), "");
}

TEST(Outcome, SignalsHaveNames) {
  EXPECT_EQ(signal_name(9), "SIGKILL");
  EXPECT_EQ(signal_name(63), "signal 63");
}

}  // namespace
}  // namespace dpscale::bench
