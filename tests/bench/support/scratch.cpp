// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/scratch.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace dpscale::bench::test {

namespace fs = std::filesystem;

scratch_folder::scratch_folder() {
  std::string name = (fs::temp_directory_path() / "dpscale-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
  path_ = name;
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

scoped_variable::scoped_variable(const char* name, const std::string& value) : name_(name) {
  setenv(name, value.c_str(), 1);
}

scoped_variable::~scoped_variable() { unsetenv(name_.c_str()); }

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

fs::path fake_trainers() {
  return fs::read_symlink("/proc/self/exe").parent_path() / "fake_trainers";
}

fs::path dpscale_binary() {
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin/dpscale";
}

int processes_naming(const std::string& text) {
  int count = 0;
  std::error_code ignored;
  const std::string self = std::to_string(getpid());
  for (const auto& item : fs::directory_iterator("/proc", ignored))
    if (item.path().filename() != self &&
        content(item.path() / "cmdline").find(text) != std::string::npos)
      ++count;
  return count;
}

}  // namespace dpscale::bench::test
