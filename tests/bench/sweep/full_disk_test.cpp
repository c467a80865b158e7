// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/bench/support/harness.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using test::harness;

// A file may grow to 32 KiB only (ulimit counts 512 bytes): the journal reaches it within the
// sweep.
TEST(FullDisk, EndsWithOneLineAndWholeRecords) {
  harness h;
  const auto result = h.sweep({}, "ulimit -f 64;");
  EXPECT_EQ(result.status, 8) << result.output;
  const auto line = result.output.find("dpscale: ");
  ASSERT_NE(line, std::string::npos);
  EXPECT_EQ(std::count(result.output.begin() + static_cast<std::ptrdiff_t>(line),
                       result.output.end(), '\n'),
            1);
  EXPECT_NE(result.output.find("launches.jsonl"), std::string::npos);
  const auto lines = h.lines();
  EXPECT_GT(lines.size(), 2U);
  EXPECT_LT(lines.size(), 30U);
  EXPECT_TRUE(test::content(h.run() / "launches.jsonl").ends_with("}\n"));
  // With room again it goes on where it was.
  EXPECT_EQ(h.sweep().status, 0);
  EXPECT_EQ(h.lines().size(), 30U);
}

TEST(FullDisk, NoRoomAtAllLeavesNoFile) {
  harness h;
  EXPECT_EQ(h.sweep({}, "ulimit -f 1;").status, 8);
  EXPECT_FALSE(std::filesystem::exists(h.run() / "run.json"));
}

TEST(FullDisk, AFolderThatCannotBeMadeIsSaid) {
  harness h;
  const auto result =
      h.dpscale({"sweep", "--trainers", test::fake_trainers().string(), "--preset", "tf-mirrored",
                 "--global-batch", "64", "--output", "/dev/null/run"});
  EXPECT_EQ(result.status, 8);
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
}

// A file system of 64 KiB, where one may be mounted.
TEST(FullDisk, ARealOneEndsTheSameWay) {
  harness h;
  const std::string disk = (h.folder() / "disk").string();
  std::filesystem::create_directories(disk);
  const std::string mount = "mount -t tmpfs -o size=64k tmpfs " + disk;
  if (std::system(("unshare -rm sh -c '" + mount + "' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "no file system may be mounted here";
  const std::string run = disk + "/run";
  const auto result =
      h.sweep({"--output", run},
              "exec unshare -rm sh -c '" + mount + "; \"$0\" \"$@\"; code=$?; tail -c 1 " + run +
                  "/launches.jsonl | od -c; ls -a " + run + "; exit $code' \"$0\" \"$@\";");
  EXPECT_EQ(result.status, 8) << result.output;
  // Whoever meets it first, the trainer with its record or the harness with its journal.
  EXPECT_NE(result.output.find("\ndpscale: "), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("\\n"), std::string::npos) << "a torn line: " << result.output;
}

}  // namespace
}  // namespace dpscale::bench
