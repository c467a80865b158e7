// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <vector>

#include "tests/bench/support/harness.hpp"

// Every file the programs are given, as it must not be. A row that hangs or takes the machine's
// memory fails by ctest's time limit.

namespace dpscale::bench {
namespace {

using test::harness;

/// What stands in a file's place.
struct content {
  const char* what;
  std::function<void(const std::filesystem::path& path)> make;
  const char* words;  ///< what the line says
  bool is_file;
};

std::function<void(const std::filesystem::path&)> text(const std::string& value) {
  return [value](const auto& path) { std::ofstream(path, std::ios::binary) << value; };
}

void make_huge(const std::filesystem::path& path) {
  std::ofstream(path) << '{';
  EXPECT_EQ(truncate(path.c_str(), 1 << 30), 0);
}

const content a_folder{"folder", [](const auto& path) { mkdir(path.c_str(), 0755); }, "is a folder",
                       false};
const content a_pipe{"pipe", [](const auto& path) { mkfifo(path.c_str(), 0644); }, "is a pipe",
                     false};
const content a_huge_file{"huge", make_huge, "bytes", true};

const std::vector<content> no_json{
    {"empty", text(""), "empty", true},
    {"mark", text("\xef\xbb\xbf{}"), "byte order mark", true},
    {"deep", text(std::string(100'000, '[')), "nested more than 100", true},
    {"twice", text("{\"seed\": 1,\n\"seed\": 1}"),
     "\"seed\" is twice in one object, again at line 2", true},
    {"overflow", text("{\"seed\": 1e400}"), "not JSON at line 1 column", true},
    {"nan", text("{\"seed\": NaN}"), "not JSON at line 1 column", true},
    {"trailing", text("{}\n}"), "not JSON at line 2 column 1", true},
    {"list", text("[]"), "", true},
};

std::vector<content> all_of_them() {
  std::vector<content> all = no_json;
  all.insert(all.end(), {a_folder, a_pipe, a_huge_file});
  return all;
}

void expect_refusal(const test::finished& result, int status, const std::string& words,
                    const std::string& what) {
  EXPECT_EQ(result.status, status) << what << ": " << result.output;
  EXPECT_NE(result.output.find(words), std::string::npos) << what << ": " << result.output;
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1)
      << what << ": " << result.output;
}

TEST(StrictInput, ThePlanFile) {
  for (const content& row : all_of_them()) {
    harness h;
    const auto plan = h.folder() / "plan.json";
    row.make(plan);
    const auto result = h.sweep({"--plan", plan.string()});
    expect_refusal(result, row.is_file ? 7 : 2, row.words, row.what);
    EXPECT_NE(result.output.find(plan.string()), std::string::npos) << result.output;
    EXPECT_FALSE(std::filesystem::exists(h.run()));
  }
}

TEST(StrictInput, NumbersBeyondTheirRangeInAPlan) {
  for (const char* value :
       {"18446744073709551616", "1e300", "-1", "1.5", "\"1\"", "true", "null"}) {
    harness h;
    const auto plan = h.folder() / "plan.json";
    std::ofstream(plan) << R"({"global_batch": [64, )" << value << "]}";
    expect_refusal(h.dpscale({"sweep", "--plan", plan.string(), "--preset", "tf-mirrored",
                              "--dry-run", "--trainers", test::fake_trainers().string()}),
                   2, "global_batch[1]", value);
  }
}

TEST(StrictInput, TheRunsFile) {
  for (const content& row : all_of_them()) {
    harness h;
    std::filesystem::create_directory(h.run());
    row.make(h.run() / "run.json");
    const std::string run = h.run().string();
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"summarize", run}, {"sweep", "--resume", "--output", run}}) {
      expect_refusal(h.dpscale(words), 7, row.words, row.what);
      EXPECT_FALSE(std::filesystem::exists(h.run() / "launches.jsonl")) << row.what;
    }
  }
}

TEST(StrictInput, TheRunsNumbers) {
  harness h;
  ASSERT_EQ(h.sweep({"--launches", "1"}).status, 0);
  const std::string before = test::content(h.run() / "run.json");
  const auto devices = before.find("\"devices\": ");
  for (const char* value : {"0", "18446744073709551616", "4294967297", "\"2\"", "1e300"}) {
    std::string changed = before;
    changed.replace(devices + 11, 1, value);
    std::ofstream(h.run() / "run.json") << changed;
    expect_refusal(h.dpscale({"summarize", h.run().string()}), 7, "/cells/0/devices", value);
  }
}

TEST(StrictInput, TheJournal) {
  for (const content& row : {a_folder, a_pipe, a_huge_file}) {
    harness h;
    ASSERT_EQ(h.sweep({"--launches", "1"}).status, 0);
    std::filesystem::remove(h.run() / "launches.jsonl");
    row.make(h.run() / "launches.jsonl");
    expect_refusal(h.dpscale({"summarize", h.run().string()}), 7, row.words, row.what);
    expect_refusal(h.sweep({"--launches", "1"}), 7, row.words, row.what);
    // Nothing that a sweep did not write is cut off.
    if (row.is_file) {
      EXPECT_EQ(std::filesystem::file_size(h.run() / "launches.jsonl"), std::size_t{1} << 30);
    }
  }
}

TEST(StrictInput, TheJournalsLines) {
  harness h;
  ASSERT_EQ(h.sweep({"--launches", "1"}).status, 0);
  const std::string journal = test::content(h.run() / "launches.jsonl");
  std::vector<std::string> bad{"\xef\xbb\xbf{}",
                               std::string(100'000, '['),
                               "{}",
                               "{} {}",
                               R"({"schema": "dpscale.record/1", "status": "ok", "reason": null})",
                               R"({"launch": 1, "launch": 1})",
                               R"({"launch": 1e400})"};
  std::string first = journal.substr(0, journal.find('\n'));
  const auto launch = first.find("\"launch\":0");
  bad.push_back(first.replace(launch, 10, "\"launch\":4294967296"));
  std::ofstream file(h.run() / "launches.jsonl", std::ios::binary | std::ios::app);
  for (const std::string& line : bad) file << line << '\n';
  file.close();
  const auto result = h.dpscale({"summarize", h.run().string()});
  EXPECT_EQ(result.status, 0) << result.output;
  for (std::size_t number = 11; number < 11 + bad.size(); ++number)
    EXPECT_NE(result.output.find("line " + std::to_string(number) + " cannot be read"),
              std::string::npos)
        << number << ": " << result.output;
}

/// Trainers that print `description` when asked for it.
void write_trainers(const std::filesystem::path& folder, const std::string& description) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "description", std::ios::binary) << description;
  for (const char* program : {"train_single", "train_multi"}) {
    std::ofstream(folder / program)
        << "#!/bin/sh\ncat '" << (folder / "description").string() << "'\n";
    chmod((folder / program).c_str(), 0755);
  }
}

TEST(StrictInput, WhatATrainerSaysOfItself) {
  const std::string endless(std::size_t{3} << 20, ' ');
  const std::vector<std::pair<std::string, const char*>> rows{
      {endless, "printed more than"},
      {"", "empty"},
      {"\xef\xbb\xbf{}", "byte order mark"},
      {std::string(100'000, '['), "nested more than"},
      {R"({"options": ["lr"], "options": ["lr"]})", "\"options\" is twice"},
      {R"({"options": [1e400]})", "not JSON at line 1"},
      {R"({"options": 5})", "no JSON object with a list 'options'"},
      {R"({"options": [5, null]})", "no JSON object with a list 'options'"},
      {R"({"options": ["lr"]} ok)", "not JSON at line 1"},
      {"[]", "no JSON object"}};
  for (const auto& [description, words] : rows) {
    harness h;
    write_trainers(h.folder() / "trainers", description);
    const auto result = h.sweep({"--trainers", (h.folder() / "trainers").string()});
    expect_refusal(result, 6, words, description.substr(0, 40));
    EXPECT_NE(result.output.find("/train_single"), std::string::npos) << result.output;
  }
}

TEST(StrictInput, NamesThatNoFileCanHave) {
  const std::string name(5000, 'x'), shown = name.substr(0, 200);
  for (const auto& [option, status] :
       {std::pair{"--plan", 7}, {"--output", 8}, {"--trainers", 6}}) {
    harness h;
    expect_refusal(h.sweep({option, "/tmp/" + name}), status, shown, option);
  }
  harness h;
  expect_refusal(h.dpscale({"summarize", "/tmp/" + name}), 2, shown, "summarize");
}

TEST(StrictInput, TheTrainersParameters) {
  for (const content& row : {a_folder, a_pipe, a_huge_file}) {
    harness h;
    const auto file = h.folder() / "parameters.npy";
    row.make(file);
    const auto result = h.program("train_single", {"--data", "synthetic:64", "--steps", "0",
                                                   "--initial-parameters", file.string()});
    expect_refusal(result, 7, row.is_file ? "no .npy file" : row.words, row.what);
  }
}

}  // namespace
}  // namespace dpscale::bench
