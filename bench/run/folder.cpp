// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/run/folder.hpp"

#include <nlohmann/json.hpp>

#include "bench/run/journal.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/json_file.hpp"
#include "trainers/protocol/files/output_file.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {

namespace fs = std::filesystem;
using protocol::error;
using protocol::exit_code;

// The order of ten thousand launches of a thousand cells, a line each, and to spare.
constexpr std::uint64_t most_run_bytes = std::uint64_t{256} << 20;

void run_folder::prepare() const {
  std::error_code fault;
  fs::create_directories(path_, fault);
  std::error_code ignored;
  if (fault || !fs::is_directory(path_, ignored))
    throw error(exit_code::output_failed, path_.string() + ": no folder can be made here: " +
                                              (fault ? fault.message() : "it is a file") +
                                              "; name another --output");
  if (!fs::exists(path_ / "run.json", fault) && !fs::is_empty(path_, fault))
    throw error(exit_code::usage,
                path_.string() + ": not empty, and not a run's folder; name another --output");
}

std::optional<nlohmann::json> run_folder::read_run() const {
  const std::string file = (path_ / "run.json").string();
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return std::nullopt;
  auto document = protocol::read_json_file(file, most_run_bytes);
  if (const auto found = protocol::faults(protocol::schema::run, document); !found.empty())
    throw error(exit_code::bad_data, file + ": not that of a run (dpscale.run/1): at " + found[0]);
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
