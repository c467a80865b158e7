// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/bench/support/harness.hpp"

namespace dpscale::bench {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(HostileText, OfATrainerIsOnlyTextEverywhere) {
  test::harness h;
  const test::scoped_variable rules("FAKE_TRAINER", "multi2:1024=hostile");
  const auto result = h.sweep();
  EXPECT_EQ(result.status, 9);
  EXPECT_TRUE(dpscale::test::clean_utf8(result.output, "\n")) << result.output;
  EXPECT_NE(result.output.find("=1+1|\\x1b[2J"), std::string::npos) << result.output;
  const std::string reason = h.cell("tf-mirrored/mirrored/n2/b1024")["reason"].get<std::string>();
  EXPECT_EQ(reason, "exit 5: =1+1|\x1b[2J \xef\xbf\xbd \"quoted\", \xe2\x80\xaeleft\x07");
  const std::string csv = content(h.run() / "summary.csv");
  EXPECT_TRUE(dpscale::test::clean_utf8(csv, "\r\n"));
  const auto again = h.dpscale({"summarize", h.run().string()});
  EXPECT_TRUE(dpscale::test::clean_utf8(again.output, "\n"));
  EXPECT_EQ(content(h.run() / "summary.csv"), csv);
}

TEST(HostileText, OfACommandLineIsOnlyTextInItsFault) {
  test::harness h;
  for (const char* option : {"--preset", "--model", "--devices", "--launches", "--budget", "--data",
                             "--strategy", "--plan", "--axis", "--memory-limit", "--\x1b[2J"}) {
    const auto result = h.sweep({option, "a=\xff\x1b[2J\n\xe2\x80\xae"});
    EXPECT_TRUE(dpscale::test::clean_utf8(result.output, "\n")) << option;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
    EXPECT_TRUE(result.status == 2 || result.status == 7) << option << result.status;
    EXPECT_EQ(result.output.find("json.exception"), std::string::npos) << result.output;
  }
}

}  // namespace
}  // namespace dpscale::bench
