// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/protocol/support.hpp"

namespace dpscale::protocol {
namespace {

using protocol_test::content;
using protocol_test::error_of;
using protocol_test::put;
using protocol_test::temporary_folder;

void expect_failure(const std::string& path, const char* words, const std::string& text = "new") {
  const auto [code, line] = error_of([&] { write_file(path, text); });
  EXPECT_EQ(code, exit_code::output_failed);
  EXPECT_NE(line.find(path), std::string::npos) << line;
  EXPECT_NE(line.find(words), std::string::npos) << line;
}

TEST(output_file, writes_and_replaces_whole_files) {
  const temporary_folder folder;
  const std::string path = folder / "a.json";
  write_file(path, "first, and longer");
  EXPECT_EQ(content(path), "first, and longer");
  write_file(path, "second");
  EXPECT_EQ(content(path), "second");
  write_file(path, "");
  EXPECT_EQ(content(path), "");
  const std::string large(5'000'000, 'x');
  write_file(path, large);
  EXPECT_EQ(content(path), large);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(output_file, a_new_file_has_the_umasks_mode_and_an_old_one_keeps_its_own) {
  const temporary_folder folder;
  const mode_t before = umask(027);
  write_file(folder / "a", "x");
  struct stat found {};
  ASSERT_EQ(stat((folder / "a").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0640U);
  ASSERT_EQ(chmod((folder / "a").c_str(), 0600), 0);
  write_file(folder / "a", "y");
  umask(before);
  ASSERT_EQ(stat((folder / "a").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST(output_file, a_reader_of_the_old_file_keeps_the_old_file) {
  const temporary_folder folder;
  put(folder / "a", "old");
  std::ifstream reader(folder / "a");
  write_file(folder / "a", "new");
  std::string word;
  reader >> word;
  EXPECT_EQ(word, "old");
}

TEST(output_file, a_link_stays_a_link) {
  const temporary_folder folder;
  put(folder / "real" / "a", "old");
  std::filesystem::create_symlink("real/a", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(content(folder / "real" / "a"), "new");
}

TEST(output_file, a_name_without_a_folder_is_in_the_current_one) {
  const temporary_folder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  write_file("plain", "x");
  std::filesystem::current_path(before);
  EXPECT_EQ(content(folder / "plain"), "x");
}

TEST(output_file, a_folder_that_is_not_there_is_an_error) {
  const temporary_folder folder;
  expect_failure(folder / "no/such/a.json", "No such file or directory");
  expect_failure(folder.path(), "Is a directory");
  put(folder / "file", "x");
  expect_failure(folder / "file/a.json", "Not a directory");
}

TEST(output_file, a_full_device_is_an_error_and_stays_a_device) {
  expect_failure("/dev/full", "No space left on device");
  struct stat found {};
  ASSERT_EQ(stat("/dev/full", &found), 0);
  EXPECT_TRUE(S_ISCHR(found.st_mode));
  write_file("/dev/null", "gone");
}

/// Lowers the largest file this process may write.
class file_limit {
 public:
  explicit file_limit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit low{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &low);
  }
  file_limit(const file_limit&) = delete;
  file_limit& operator=(const file_limit&) = delete;
  ~file_limit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(output_file, running_out_of_room_leaves_the_old_file_and_nothing_else) {
  const temporary_folder folder;
  const std::string path = folder / "a.json";
  put(path, "old");
  {
    // SIGXFSZ has its default action here: it would end the process.
    const file_limit limit(100'000);
    expect_failure(path, "File too large", std::string(200'000, 'x'));
    expect_failure(folder / "new.json", "File too large", std::string(200'000, 'x'));
  }
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(folder.entries(), 1U);
  sigset_t pending;
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGXFSZ), 0);
}

/// root may write everywhere, so root is nobody meanwhile.
class as_nobody {
 public:
  as_nobody() : root_(geteuid() == 0) {
    if (root_ && seteuid(65534) != 0) ADD_FAILURE() << "seteuid";
  }
  as_nobody(const as_nobody&) = delete;
  as_nobody& operator=(const as_nobody&) = delete;
  ~as_nobody() {
    if (root_ && seteuid(0) != 0) ADD_FAILURE() << "seteuid";
  }

 private:
  bool root_;
};

TEST(output_file, a_folder_or_file_that_may_not_be_written_is_left_alone) {
  const temporary_folder folder;
  put(folder / "shut" / "a.json", "old");
  put(folder / "open" / "a.json", "old");
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
  ASSERT_EQ(chmod((folder / "shut").c_str(), 0555), 0);
  ASSERT_EQ(chmod((folder / "open").c_str(), 0777), 0);
  ASSERT_EQ(chmod((folder / "open/a.json").c_str(), 0444), 0);
  {
    const as_nobody guard;
    expect_failure(folder / "shut/a.json", "Permission denied");
    expect_failure(folder / "shut/b.json", "Permission denied");
    expect_failure(folder / "open/a.json", "Permission denied");
    write_file(folder / "open/b.json", "new");
  }
  EXPECT_EQ(content(folder / "shut/a.json"), "old");
  EXPECT_EQ(content(folder / "open/a.json"), "old");
  EXPECT_EQ(content(folder / "open/b.json"), "new");
  ASSERT_EQ(chmod((folder / "shut").c_str(), 0755), 0);
}

/// What `write` puts on standard output.
template <typename Write>
std::string on_stdout(const Write& write) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  dup2(ends[1], STDOUT_FILENO);
  close(ends[1]);
  write();
  dup2(before, STDOUT_FILENO);
  close(before);
  std::string text;
  std::array<char, 256> part{};
  for (ssize_t n = 0; (n = read(ends[0], part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  return text;
}

TEST(output_file, a_dash_is_standard_output) {
  const std::string text = on_stdout([] {
    std::printf("before ");
    write_output("-", "{}\n");
  });
  EXPECT_EQ(text, "before {}\n");
}

TEST(output_file, standard_output_by_its_device_name_is_written_to) {
  EXPECT_EQ(on_stdout([] { write_file("/dev/stdout", "x"); }), "x");
}

TEST(output_file, a_closed_pipe_is_an_error_and_no_signal) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  close(ends[0]);
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  dup2(ends[1], STDOUT_FILENO);
  close(ends[1]);
  const auto [code, line] = error_of([] { write_output("-", "x"); });
  dup2(before, STDOUT_FILENO);
  close(before);
  EXPECT_EQ(code, exit_code::output_failed);
  EXPECT_NE(line.find("Broken pipe"), std::string::npos) << line;
}

}  // namespace
}  // namespace dpscale::protocol
