// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/json_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "tests/protocol/support.hpp"
#include "trainers/protocol/files/input_file.hpp"
#include "trainers/protocol/files/npy.hpp"

namespace dpscale::protocol {
namespace {

using nlohmann::json;
using protocol_test::error_of;
using protocol_test::put;
using protocol_test::temporary_folder;

/// A text that is refused, and what its line must say.
struct refused {
  const char* what;
  std::string text;
  const char* words;
};

std::string repeated(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

std::vector<refused> refused_texts() {
  return {
      {"empty", "", "where: empty"},
      {"blanks", " \n\t", "where: empty"},
      {"byte order mark", "\xef\xbb\xbf{}", "byte order mark"},
      {"key twice", "{\"a\": 1,\n \"b\": 2,\n \"a\": 3}",
       "the key \"a\" is twice in one object, again at line 3 column 4"},
      {"key twice, inner", R"({"x": [{"lr": 1, "lr": 1}]})", "the key \"lr\" is twice"},
      {"key twice, behind a list", R"({"a": [1, {"a": 1}], "a": 2})", "the key \"a\" is twice"},
      {"deep lists", std::string(100'000, '['), "nested more than 100 levels deep at line 1"},
      {"deep objects", repeated("{\"a\":", 100'000), "nested more than 100 levels"},
      {"one level too many", std::string(101, '[') + std::string(101, ']'), "nested more than"},
      {"beyond a double", "{\n\"x\": 1e400}", "not JSON at line 2 column"},
      {"beyond a double, negative", "[-1e400]", "1e400"},
      {"NaN", "{\"x\": NaN}", "not JSON at line 1 column 7"},
      {"Infinity", "[1, -Infinity]", "not JSON at line 1"},
      {"behind the document", "{} {}", "not JSON at line 1 column 4"},
      {"torn", "{\"a\": [1, 2", "not JSON at line 1"},
      {"comment", "{} // done", "not JSON"},
      {"trailing comma", "[1,]", "not JSON at line 1 column 4"},
      {"single quotes", "{'a': 1}", "not JSON at line 1 column 2"},
      {"no UTF-8", "[\"\xff\"]", "not JSON"},
      {"zero byte", std::string("[1\0]", 4), "not JSON"},
      {"long quotation", "[\"" + std::string(100'000, 'x'), "not JSON"},
  };
}

TEST(json_file, what_is_not_strict_json_is_refused_with_its_place) {
  for (const refused& row : refused_texts()) {
    const auto [code, line] =
        error_of([&] { static_cast<void>(parse_json(row.text, "where", exit_code::unsupported)); });
    EXPECT_EQ(code, exit_code::unsupported) << row.what;
    EXPECT_NE(line.find(row.words), std::string::npos) << row.what << ": " << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << row.what << ": " << line;
    EXPECT_LT(line.size(), 400U) << row.what;
  }
}

TEST(json_file, json_comes_back_as_it_is) {
  const json value =
      parse_json("{\"a\": {\"x\": 1}, \"b\": [{\"x\": 2}, {\"x\": 3}], \"c\": 1.5}\n", "x");
  EXPECT_EQ(value, (json{{"a", {{"x", 1}}}, {"b", {{{"x", 2}}, {{"x", 3}}}}, {"c", 1.5}}));
  EXPECT_EQ(parse_json(std::string(100, '[') + std::string(100, ']'), "x").size(), 1U);
  // Beyond 64 bits a whole number is a double, which no reader of whole numbers takes.
  EXPECT_FALSE(parse_json("18446744073709551616", "x").is_number_integer());
  EXPECT_EQ(parse_json("18446744073709551615", "x"), UINT64_MAX);
  EXPECT_EQ(parse_json(R"("ü")", "x"), "ü");
}

/// A place in the file system that is no file to read, and what its line must say.
struct refused_place {
  const char* what;
  std::string path;
  const char* words;
  exit_code code;
};

/// A pipe that nobody writes to would be waited for; a gigabyte of holes would be read.
std::vector<refused_place> refused_places(const temporary_folder& folder) {
  put(folder / "huge", "{");
  put(folder / "empty", "");
  EXPECT_EQ(truncate((folder / "huge").c_str(), 1 << 30), 0);
  EXPECT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_directory_symlink(folder.path(), folder / "link");
  const exit_code no_file = exit_code::usage;
  return {{"folder", folder.path(), "is a folder", no_file},
          {"link to a folder", folder / "link", "is a folder", no_file},
          {"pipe", folder / "pipe", "is a pipe", no_file},
          {"device", "/dev/zero", "is a device", no_file},
          {"missing", folder / "none", "No such file", exit_code::bad_data},
          {"below a file", folder / "empty" / "x", "Not a directory", exit_code::bad_data},
          {"empty", folder / "empty", "empty; JSON", exit_code::bad_data},
          {"huge", folder / "huge", "1073741824 bytes long", exit_code::bad_data}};
}

TEST(json_file, what_is_no_file_is_refused_at_once) {
  const temporary_folder folder;
  for (const refused_place& row : refused_places(folder)) {
    const auto [code, line] =
        error_of([&] { static_cast<void>(read_json_file(row.path, 1000, exit_code::usage)); });
    EXPECT_EQ(code, row.code) << row.what;
    EXPECT_TRUE(line.starts_with(row.path + ": ")) << row.what << ": " << line;
    EXPECT_NE(line.find(row.words), std::string::npos) << row.what << ": " << line;
  }
}

TEST(json_file, a_file_that_may_not_be_read_is_refused) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const temporary_folder folder;
  put(folder / "secret", "{}");
  chmod((folder / "secret").c_str(), 0);
  const auto [code, line] =
      error_of([&] { static_cast<void>(read_json_file(folder / "secret", 1000)); });
  EXPECT_EQ(code, exit_code::bad_data);
  EXPECT_NE(line.find("Permission denied"), std::string::npos) << line;
}

TEST(input_file, files_of_no_told_length_are_read_to_their_end) {
  EXPECT_NE(read_file("/proc/self/status", 1 << 20).find("Pid:"), std::string::npos);
  const auto [code, line] = error_of([] { static_cast<void>(read_file("/proc/self/status", 10)); });
  EXPECT_EQ(code, exit_code::bad_data);
}

TEST(npy, what_is_no_file_or_too_long_is_refused_at_once) {
  const temporary_folder folder;
  const std::string pipe = folder / "pipe", large = folder / "large.npy";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_NE(error_of([&] { static_cast<void>(read_npy(pipe)); }).second.find("is a pipe"),
            std::string::npos);
  write_npy(large, std::vector<float>(8, 0.5F));
  EXPECT_EQ(read_npy(large, 8).size(), 8U);
  const auto [code, line] = error_of([&] { static_cast<void>(read_npy(large, 7)); });
  EXPECT_EQ(code, exit_code::bad_data);
  EXPECT_NE(line.find("holds 8 values where 7 are wanted"), std::string::npos) << line;
}

}  // namespace
}  // namespace dpscale::protocol
