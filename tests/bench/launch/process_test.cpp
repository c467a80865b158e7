// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/process.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "bench/launch/memory.hpp"
#include "bench/launch/trainer_description.hpp"
#include "tests/bench/support/scratch.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using test::fake_trainers;

process_result shell(const std::string& script, process_request request = {}) {
  signal_inbox inbox;
  request.arguments = {"/bin/sh", "-c", script};
  return run_process(request, inbox);
}

struct fake_result : process_result {
  int alive = 0;  ///< processes of the launch that are there afterwards
};

/// Runs the fake train_multi in one of its modes.
fake_result fake(const std::string& mode, process_request request = {}) {
  const test::scoped_variable rules("FAKE_TRAINER", "*:*=" + mode);
  const test::scratch_folder folder;
  signal_inbox inbox;
  request.arguments = {(fake_trainers() / "train_multi").string(),
                       "--devices",
                       "2",
                       "--global-batch",
                       "64",
                       "--record",
                       (folder.path() / "record.json").string()};
  return {run_process(request, inbox), test::processes_naming(folder.path().string())};
}

TEST(Process, ExitCodesAndWords) {
  const process_result result = shell("echo out; echo one >&2; echo two >&2; exit 7");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.stderr_tail, "one\ntwo\n");
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.leftovers, 0);
  EXPECT_FALSE(result.out_of_time);
}

TEST(Process, OutputIsKeptOnRequest) {
  process_request request;
  request.keep_output = true;
  EXPECT_EQ(shell("echo out", request).output, "out\n");
}

TEST(Process, OnlyTheEndOfManyWordsIsKept) {
  const process_result result =
      shell("i=0; while [ $i -lt 20000 ]; do echo 0123456789 >&2; i=$((i+1)); done; echo end >&2");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.stderr_tail.size(), 4096U);
  EXPECT_TRUE(result.stderr_tail.ends_with("end\n"));
}

TEST(Process, SignalsAreTold) {
  EXPECT_EQ(shell("kill -KILL $$").signal, SIGKILL);
  EXPECT_FALSE(shell("kill -KILL $$").exit_code);
  EXPECT_EQ(shell("kill -SEGV $$").signal, SIGSEGV);
}

TEST(Process, AProgramThatIsNotThereSaysWhy) {
  signal_inbox inbox;
  process_request request;
  request.arguments = {"/nowhere/trainer"};
  const process_result result = run_process(request, inbox);
  EXPECT_EQ(result.start_failure, "No such file or directory");
  EXPECT_FALSE(result.exit_code);
}

TEST(Process, ItIsASessionOfItsOwnWithNothingOnItsInput) {
  process_request request;
  request.keep_output = true;
  EXPECT_EQ(shell("cat; ulimit -c", request).output, "0\n");
  const std::string twice = shell("cut -d' ' -f6 /proc/$$/stat; echo $$", request).output;
  const auto middle = twice.find('\n');
  EXPECT_EQ(twice.substr(0, middle + 1), twice.substr(middle + 1));
}

TEST(Process, PastItsTimeTheWholeSessionEnds) {
  process_request request;
  request.limit_seconds = 0.3;
  request.grace_seconds = 0.2;
  const fake_result result = fake("stubborn", request);
  EXPECT_TRUE(result.out_of_time);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_EQ(result.alive, 0);
}

TEST(Process, StoppedProcessesEndToo) {
  process_request request;
  request.limit_seconds = 0.3;
  const process_result result = shell("kill -STOP $$", request);
  EXPECT_TRUE(result.out_of_time);
  EXPECT_EQ(result.signal, SIGTERM);
}

TEST(Process, WhatOutlivesItsParentInAnotherSessionIsFoundAndEnded) {
  process_request request;
  request.grace_seconds = 0.2;
  const fake_result result = fake("orphan", request);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.leftovers, 1);
  EXPECT_EQ(result.alive, 0);
}

TEST(Process, MemoryLimitsHold) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's shadow is beyond any limit";
#endif
  process_request request;
  request.memory_limit_bytes = std::uint64_t{256} << 20;
  EXPECT_EQ(fake("allocate", request).exit_code, 4);
}

TEST(Process, ARequestToStopEndsItAndIsRemembered) {
  signal_inbox inbox;
  process_request request;
  request.arguments = {"/bin/sh", "-c", "kill -INT $PPID; sleep 60 & wait"};
  const process_result result = run_process(request, inbox);
  EXPECT_TRUE(result.interrupted);
  EXPECT_FALSE(result.out_of_time);
  EXPECT_TRUE(inbox.interrupted());
}

TEST(Process, ChildrenThereBeforeAreLeftAlone) {
  const pid_t bystander = fork();
  if (bystander == 0) {
    pause();
    _exit(0);
  }
  EXPECT_EQ(shell("exit 0").leftovers, 0);
  EXPECT_EQ(kill(bystander, 0), 0);
  kill(bystander, SIGKILL);
  waitpid(bystander, nullptr, 0);
}

TEST(Process, TheSignalStateIsPutBack) {
  sigset_t before, after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  { signal_inbox inbox; }
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD})
    EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal));
  struct sigaction action {};
  sigaction(SIGPIPE, nullptr, &action);
  EXPECT_EQ(action.sa_handler, SIG_DFL);
}

TEST(Description, TellsWhatATrainerHas) {
  signal_inbox inbox;
  const auto multi = describe(fake_trainers() / "train_multi", inbox);
  EXPECT_EQ(multi.name, "train_multi");
  EXPECT_TRUE(multi.options.contains("bucket-bytes"));
  EXPECT_TRUE(multi.strategies.contains("mirrored"));
  EXPECT_FALSE(describe(fake_trainers() / "train_single", inbox).options.contains("bucket-bytes"));
}

TEST(Description, FormsAreReadAlike) {
  for (const char* options :
       {R"(["bucket-bytes", "--lr"])", R"([{"name": "bucket_bytes"}, {"name": "lr"}])",
        R"({"bucket-bytes": {"default": 1}, "lr": 1})"}) {
    const auto found =
        parse_description(std::string(R"({"name": "x", "options": )") + options + "}", "x");
    EXPECT_EQ(found.options, (std::set<std::string>{"bucket-bytes", "lr"})) << options;
  }
}

TEST(Description, WhatIsNoTrainerIsRefused) {
  signal_inbox inbox;
  EXPECT_THROW((void)describe("/nowhere/train_multi", inbox), protocol::error);
  EXPECT_THROW((void)describe("/bin/false", inbox), protocol::error);
  EXPECT_THROW((void)describe("/bin/true", inbox), protocol::error);
}

TEST(Counters, AreReadFromLinesOfNamesAndNumbers) {
  EXPECT_GT(counter_in("/proc/meminfo", "MemTotal:").value_or(0), 0U);
  EXPECT_FALSE(counter_in("/proc/meminfo", "Nothing:"));
  EXPECT_FALSE(counter_in("/nowhere", "MemTotal:"));
}

}  // namespace
}  // namespace dpscale::bench
