// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/record.hpp"

#include <cassert>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "trainers/protocol/figure.hpp"
#include "trainers/protocol/files/output_file.hpp"
#include "trainers/protocol/files/paths.hpp"
#include "trainers/protocol/host/build_info.hpp"
#include "trainers/protocol/host/environment.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::protocol {

namespace {

using nlohmann::json;

void replace_non_finite(json& node) {
  if (node.is_number_float())
    node = number(node.get<double>());
  else if (node.is_structured())
    for (auto& child : node) replace_non_finite(child);
}

}  // namespace

json trainer_section(const std::string& program, std::span<const library_version> libraries) {
  const build_info info = build();
  json versions = json::object();
  for (const library_version& library : libraries) versions[library.name] = library.version;
  return {{"name", program},     {"version", info.version},       {"commit", info.commit},
          {"dirty", info.dirty}, {"build_type", info.build_type}, {"compiler", info.compiler},
          {"flags", info.flags}, {"libraries", versions}};
}

json make_record(const std::string& program, std::span<const library_version> libraries) {
  return {{"schema", record_schema},
          {"status", name(record_status::ok)},
          {"reason", nullptr},
          {"trainer", trainer_section(program, libraries)},
          {"environment", environment()}};
}

json failed_record(const std::string& program, record_status status, const std::string& reason) {
  assert(status != record_status::ok);
  return {{"schema", record_schema},
          {"status", name(status)},
          {"reason", reason.empty() ? "no reason given" : reason},
          {"trainer", trainer_section(program)}};
}

json failed_record(const std::string& program, exit_code code, const std::string& reason) {
  return failed_record(program, status_of(code), reason);
}

void write_record(json record, const std::string& path) {
  if (record.value("status", "") != name(record_status::ok)) replace_non_finite(record);
  remove_home(record);
  if (const auto found = faults(schema::record, record); !found.empty()) {
    throw std::logic_error("a record that breaks its own schema: " + found.front());
  }
  // Bytes that are no UTF-8 (a path's, say) are replaced: the file is JSON whatever happens.
  write_output(path, record.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
}

}  // namespace dpscale::protocol
