// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/bench/support/harness.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using test::harness;

const std::string bad = "tf-mirrored/mirrored/n2/b1024";

struct failure {
  const char* mode;
  const char* status;
  const char* words;  ///< part of the reason
};

std::ostream& operator<<(std::ostream& out, const failure& f) { return out << f.mode; }

class OneBadCell : public ::testing::TestWithParam<failure> {};

TEST_P(OneBadCell, IsARowAndTheOthersAreIntact) {
  harness h;
  const test::scoped_variable rules("FAKE_TRAINER", std::string("multi2:1024=") + GetParam().mode);
  const auto result = h.sweep({"--deadline", "0.2"});
  EXPECT_EQ(result.status, 9) << result.output;
  EXPECT_NE(result.output.find("1 of 10 cells failed"), std::string::npos);
  for (const json& cell : h.cells()) {
    const bool is_bad = cell["id"] == bad;
    EXPECT_EQ(cell["status"], is_bad ? GetParam().status : "ok")
        << cell["id"] << " " << cell["reason"];
    EXPECT_EQ(cell["samples_per_second"]["value"].is_null(), is_bad);
    EXPECT_EQ(cell["launches"]["ok"], is_bad ? 0 : 3);
  }
  const std::string reason = h.cell(bad)["reason"].get<std::string>();
  EXPECT_NE(reason.find(GetParam().words), std::string::npos) << reason;
  EXPECT_EQ(h.cell(bad)["failed_launches"].size(), 3U);
  EXPECT_EQ(h.lines().size(), 30U);
  EXPECT_EQ(test::processes_naming(h.run().string()), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, OneBadCell,
    ::testing::Values(
        failure{"sigkill", "crashed", "SIGKILL"}, failure{"sigsegv", "crashed", "SIGSEGV"},
        failure{"sleep", "timeout", "still running after 1.2 s"},
        failure{"stubborn", "timeout", "still running"},
        failure{"memory", "out_of_memory", "exit 4: train_multi: out of host memory"},
        failure{"wrong", "wrong_result", "replicas differ"},
        failure{"told", "wrong_result", "gradients differ"},
        failure{"comm", "comm_error", "rank 1 is gone"},
        failure{"data", "bad_data", "12 at offset 20"}, failure{"odd", "crashed", "exit 77"},
        failure{"garbage", "crashed", "not JSON"}, failure{"nan", "crashed", "not JSON"},
        failure{"invalid", "crashed", "'summary'"},
        failure{"overflow", "crashed", "its record: not JSON at line 1 column"},
        failure{"twice", "crashed", "the key \"status\" is twice in one object"},
        failure{"trailing", "crashed", "its record: not JSON at line 1 column"},
        failure{"mark", "crashed", "byte order mark"},
        failure{"deep", "crashed", "nested more than 100 levels deep"},
        failure{"folder", "crashed", "is a folder"}, failure{"pipe", "crashed", "is a pipe"},
        failure{"huge", "crashed", "1073741824 bytes long"},
        failure{"nothing", "crashed", "no samples_per_second above zero"},
        failure{"none", "crashed", "no record was written"}),
    [](const auto& one) { return std::string(one.param.mode); });

TEST(FailingCells, AnOrphanIsEndedAndItsLaunchStands) {
  harness h;
  const test::scoped_variable rules("FAKE_TRAINER", "multi2:1024=orphan");
  EXPECT_EQ(h.sweep({"--launches", "1"}).status, 0);
  EXPECT_EQ(test::processes_naming(h.run().string()), 0);
  for (const json& line : h.lines())
    EXPECT_EQ(line["exit"]["leftover_processes"], line["cell"] == bad ? 1 : 0);
}

TEST(FailingCells, LargerBatchesAreSkippedAfterAnOutOfMemory) {
  harness h;
  const test::scoped_variable rules("FAKE_TRAINER", "multi2:64=memory");
  // By the second block at the latest the larger cells come after it.
  EXPECT_EQ(h.sweep({"--global-batch", "32,64,1024,8192", "--launches", "2"}).status, 9);
  EXPECT_EQ(h.cell("tf-mirrored/mirrored/n2/b64")["status"], "out_of_memory");
  for (const char* larger : {"tf-mirrored/mirrored/n2/b1024", "tf-mirrored/mirrored/n2/b8192"}) {
    EXPECT_EQ(h.cell(larger)["status"], "skipped") << larger;
    EXPECT_NE(h.cell(larger)["reason"].get<std::string>().find("ran out of memory"),
              std::string::npos);
  }
  EXPECT_EQ(h.cell("tf-mirrored/mirrored/n2/b32")["status"], "ok");
  EXPECT_EQ(h.cell("tf-mirrored/mirrored/n1/b8192")["status"], "ok");
}

TEST(FailingCells, MemoryBeyondTheLimitIsAResult) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's shadow is beyond any limit";
#endif
  harness h;
  const test::scoped_variable rules("FAKE_TRAINER", "multi2:1024=allocate");
  EXPECT_EQ(h.sweep({"--memory-limit", "256M", "--launches", "1"}).status, 9);
  EXPECT_EQ(h.cell(bad)["status"], "out_of_memory");
}

TEST(FailingCells, AllOfThemIsStillAWholeSweep) {
  harness h;
  const test::scoped_variable rules("FAKE_TRAINER", "*:*=data");
  const auto result = h.sweep();
  EXPECT_EQ(result.status, 9);
  for (const json& cell : h.cells()) EXPECT_EQ(cell["status"], "bad_data");
  EXPECT_EQ(h.dpscale({"summarize", h.run().string()}).status, 9);
}

}  // namespace
}  // namespace dpscale::bench
