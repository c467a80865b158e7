// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/run/journal.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/bench/support/scratch.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using test::content;

class JournalFile : public ::testing::Test {
 protected:
  void put(const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
  test::scratch_folder folder;
  std::filesystem::path path = folder.path() / "launches.jsonl";
};

TEST_F(JournalFile, LinesComeBack) {
  {
    journal file(path);
    file.append({{"launch", 0}});
    file.append({{"launch", 1}});
  }
  EXPECT_EQ(content(path), "{\"launch\":0}\n{\"launch\":1}\n");
  journal file(path);
  ASSERT_EQ(file.found().lines.size(), 2U);
  EXPECT_EQ(file.found().lines[1]["launch"], 1);
  file.append({{"launch", 2}});
  EXPECT_EQ(read_journal(path).lines.size(), 3U);
}

TEST_F(JournalFile, ATornLastLineIsCutOffBeforeAppending) {
  const std::string whole = "{\"launch\":0}\n{\"launch\":1}\n", torn = "{\"launch\":2,\"sta";
  for (std::size_t cut = 0; cut <= torn.size(); ++cut) {
    put(whole + torn.substr(0, cut));
    {
      journal file(path);
      EXPECT_EQ(file.found().lines.size(), 2U);
      EXPECT_EQ(file.found().torn_bytes, cut);
      file.append({{"launch", 9}});
    }
    EXPECT_EQ(content(path), whole + "{\"launch\":9}\n") << cut;
  }
}

TEST_F(JournalFile, ALineThatIsWholeButForItsEndIsTorn) {
  put("{\"launch\":0}");
  EXPECT_TRUE(journal(path).found().lines.empty());
  EXPECT_EQ(content(path), "");
}

TEST_F(JournalFile, OneBadLineDoesNotCostTheOthers) {
  put("{\"launch\":0}\n{\"launch\":1}{\"lau\n[1,2]\n{\"launch\":3}\n");
  const journal_content found = read_journal(path);
  EXPECT_EQ(found.lines.size(), 2U);
  EXPECT_EQ(found.unreadable, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(found.torn_bytes, 0U);
}

TEST_F(JournalFile, ReadingRepairsNothing) {
  put("{\"launch\":0}\n{\"la");
  EXPECT_EQ(read_journal(path).lines.size(), 1U);
  EXPECT_EQ(content(path), "{\"launch\":0}\n{\"la");
  EXPECT_TRUE(read_journal(folder.path() / "none").lines.empty());
}

TEST_F(JournalFile, OneWriterAtATime) {
  const journal first(path);
  try {
    const journal second(path);
    FAIL() << "two writers";
  } catch (const protocol::error& fault) {
    EXPECT_EQ(fault.code(), protocol::exit_code::usage);
  }
}

TEST_F(JournalFile, BytesThatAreNoTextAreReplaced) {
  journal(path).append({{"reason", "\xff\xfe broken"}});
  EXPECT_EQ(read_journal(path).lines.size(), 1U);
}

TEST_F(JournalFile, WhereItCannotBeWrittenIsOneLine) {
  try {
    const journal file(folder.path() / "none/launches.jsonl");
    FAIL() << "a journal in no folder";
  } catch (const protocol::error& fault) {
    EXPECT_EQ(fault.code(), protocol::exit_code::output_failed);
    EXPECT_EQ(std::string(fault.what()).find('\n'), std::string::npos);
  }
}

// A limit on the file's size fails a write half-way, as a disk that fills up does.
TEST_F(JournalFile, ALineThatDoesNotFitLeavesNothingBehind) {
  signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{100, before.rlim_max};
  journal file(path);
  file.append({{"reason", std::string(50, 'a')}});
  const std::string whole = content(path);
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(file.append({{"reason", std::string(50, 'b')}}), protocol::error);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(content(path), whole);
  file.append({{"launch", 1}});
  EXPECT_EQ(content(path), whole + "{\"launch\":1}\n");
  signal(SIGXFSZ, SIG_DFL);
}

}  // namespace
}  // namespace dpscale::bench
