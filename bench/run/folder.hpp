// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace dpscale::bench {

/// The folder of one run and the files in it. Every writer here throws
/// protocol::error{output_failed} and leaves the old file or none, never half of one.
class run_folder {
 public:
  explicit run_folder(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path journal_path() const { return path_ / "launches.jsonl"; }

  /// Makes the folder where it is not there. Throws protocol::error{usage} where it holds something
  /// and is no run's.
  void prepare() const;
  /// What run.json holds; none where there is no run. Throws protocol::error{bad_data} where it is
  /// not a valid dpscale.run/1.
  [[nodiscard]] std::optional<nlohmann::json> read_run() const;
  void write_run(const nlohmann::json& document) const;
  /// summary.json and summary.csv.
  void write_summary(const nlohmann::json& summary, const std::string& csv) const;

  /// Where the next launches' records go: an empty folder.
  [[nodiscard]] std::filesystem::path fresh_records() const;
  /// Removes that folder.
  void clear_records() const;

 private:
  std::filesystem::path path_;
};

}  // namespace dpscale::bench
