// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/run/folder.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/run/journal.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/output_file.hpp"

namespace dpscale::bench {

namespace fs = std::filesystem;
using protocol::error;
using protocol::exit_code;

void run_folder::prepare() const {
  std::error_code fault;
  fs::create_directories(path_, fault);
  if (fault || !fs::is_directory(path_))
    throw error(exit_code::output_failed, path_.string() + ": no folder can be made here: " +
                                              (fault ? fault.message() : "it is a file") +
                                              "; name another --output");
  if (!fs::exists(path_ / "run.json") && !fs::is_empty(path_, fault))
    throw error(exit_code::usage,
                path_.string() + ": not empty, and not a run's folder; name another --output");
}

std::optional<nlohmann::json> run_folder::read_run() const {
  const fs::path file = path_ / "run.json";
  if (!fs::exists(file)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  auto document = nlohmann::json::parse(stream, nullptr, false);
  if (!document.is_object())
    throw error(exit_code::bad_data, file.string() + ": not the JSON object of a run");
  return document;
}

void run_folder::write_run(const nlohmann::json& document) const {
  protocol::write_file(path_ / "run.json", json_text(document, 1) + "\n");
}

void run_folder::write_summary(const nlohmann::json& summary, const std::string& csv) const {
  protocol::write_file(path_ / "summary.json", json_text(summary, 1) + "\n");
  protocol::write_file(path_ / "summary.csv", csv);
}

fs::path run_folder::fresh_records() const {
  clear_records();
  const fs::path folder = path_ / ".launch";
  std::error_code fault;
  fs::create_directory(folder, fault);
  if (fault)
    throw error(exit_code::output_failed, folder.string() + ": cannot be made: " + fault.message());
  return folder;
}

void run_folder::clear_records() const {
  std::error_code ignored;
  fs::remove_all(path_ / ".launch", ignored);
}

}  // namespace dpscale::bench
