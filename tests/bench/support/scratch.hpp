// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace dpscale::bench::test {

/// A folder of its own that goes away at the end of the test.
class scratch_folder {
 public:
  scratch_folder();
  ~scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// An environment variable for the length of a test.
class scoped_variable {
 public:
  scoped_variable(const char* name, const std::string& value);
  ~scoped_variable();
  scoped_variable(const scoped_variable&) = delete;
  scoped_variable& operator=(const scoped_variable&) = delete;

 private:
  std::string name_;
};

/// The whole content of a file; empty where there is none.
[[nodiscard]] std::string content(const std::filesystem::path& path);

/// Where the fake train_single and train_multi lie, and the dpscale binary.
[[nodiscard]] std::filesystem::path fake_trainers();
[[nodiscard]] std::filesystem::path dpscale_binary();

/// How many running processes, this one aside, have `text` in their arguments. A test looks for its
/// own folder's name, so that tests can run side by side.
[[nodiscard]] int processes_naming(const std::string& text);

}  // namespace dpscale::bench::test
