// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "trainers/protocol/error.hpp"

namespace dpscale::protocol_test {

/// A folder that lives as long as this.
class temporary_folder {
 public:
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "dpscale-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Names of what is in it.
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void put(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// The line and code of the protocol::error that `call` throws; a failure where it throws none.
template <typename Call>
std::pair<protocol::exit_code, std::string> error_of(const Call& call) {
  try {
    call();
  } catch (const protocol::error& e) {
    return {e.code(), e.what()};
  }
  ADD_FAILURE() << "no error was thrown";
  return {protocol::exit_code::ok, ""};
}

}  // namespace dpscale::protocol_test
