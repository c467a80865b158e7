// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/launch.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/launch/process.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/input_file.hpp"
#include "trainers/protocol/files/json_file.hpp"
#include "trainers/protocol/files/paths.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using protocol::error;
using protocol::exit_code;

// Indented as trainers write it: a line of the journal is shorter.
constexpr std::uint64_t longest_record = std::uint64_t{64} << 20;

record_found read_record(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) return {};
  json record;
  try {
    const std::string text = protocol::read_file(path.string(), longest_record);
    record = protocol::parse_json(text, "its record");
  } catch (const error& fault) {
    return {std::nullopt, fault.what()};
  }
  const auto faults = protocol::faults(protocol::schema::record, record);
  if (!faults.empty()) return {std::nullopt, "its record is not valid: " + faults.front()};
  return {std::move(record), ""};
}

json exit_section(const process_result& result, const outcome& judged) {
  const auto text = protocol::without_home(result.stderr_tail);
  return {{"code", result.exit_code ? json(*result.exit_code) : json(nullptr)},
          {"signal", result.signal > 0 ? json(signal_name(result.signal)) : json(nullptr)},
          {"out_of_time", result.out_of_time},
          {"wall_seconds", result.wall_seconds},
          {"leftover_processes", result.leftovers},
          {"stderr_tail", judged.ok() || text.empty() ? json(nullptr) : json(text)}};
}

json base_line(const cell& value, launch_place place) {
  return {{"schema", "dpscale.record/1"},
          {"cell", value.id()},
          {"launch", place.launch},
          {"block", place.block}};
}

}  // namespace

double hard_limit(double deadline_seconds) {
  return deadline_seconds + std::clamp(0.2 * deadline_seconds, 1.0, 10.0);
}

json skipped_line(const cell& value, launch_place place, const std::string& reason) {
  json line = base_line(value, place);
  line["status"] = "skipped";
  line["reason"] = reason;
  return line;
}

process_request launch_request(const cell& value, const launch_settings& settings,
                               std::optional<std::uint64_t> memory_limit_bytes,
                               const std::filesystem::path& record) {
  process_request request;
  request.arguments = trainer_command(value, settings);
  request.arguments.front() = (settings.trainers / value.program).string();
  request.arguments.insert(request.arguments.end(), {"--record", record.string()});
  request.limit_seconds = hard_limit(settings.deadline_seconds);
  request.memory_limit_bytes = memory_limit_bytes;
  return request;
}

json launch_line(const cell& value, launch_place place, const launch_settings& settings,
                 const process_result& result, const std::filesystem::path& record) {
  const record_found found = read_record(record);
  if (result.exit_code == protocol::status(exit_code::output_failed))
    throw error(exit_code::output_failed,
                "the trainer could not write its record: " + last_line(result.stderr_tail));
  const outcome judged = classify(result, found, hard_limit(settings.deadline_seconds));
  json line = found.record.value_or(json::object());
  line.update(base_line(value, place));
  line["status"] = judged.status;
  line["reason"] = judged.ok() ? json(nullptr) : json(protocol::without_home(judged.reason));
  line["command"] = json::array();
  for (const std::string& word : trainer_command(value, settings))
    line["command"].push_back(protocol::without_home(word));
  line["exit"] = exit_section(result, judged);
  return line;
}

launch_result run_launch(const cell& value, launch_place place, const launch_settings& settings,
                         std::optional<std::uint64_t> memory_limit_bytes,
                         const std::filesystem::path& record, signal_inbox& inbox) {
  const process_result result =
      run_process(launch_request(value, settings, memory_limit_bytes, record), inbox);
  return {launch_line(value, place, settings, result, record), result.interrupted,
          result.wall_seconds};
}

}  // namespace dpscale::bench
