// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/outcome.hpp"

#include <fmt/format.h>
#include <string.h>

#include <cmath>
#include <csignal>
#include <nlohmann/json.hpp>

#include "trainers/protocol/status.hpp"

namespace dpscale::bench {
namespace {

bool tells_of_memory(const std::string& text) {
  for (const char* phrase :
       {"bad_alloc", "Cannot allocate memory", "out of memory", "Out of memory"})
    if (text.find(phrase) != std::string::npos) return true;
  return false;
}

std::string with_last_words(std::string text, const process_result& result) {
  const std::string line = last_line(result.stderr_tail);
  return line.empty() ? text : text + ": " + line;
}

outcome killed(const process_result& result) {
  if (result.signal == SIGKILL && result.memory_killed)
    return {"out_of_memory", "killed by the kernel for want of memory (SIGKILL)"};
  const std::string text = "ended by " + signal_name(result.signal);
  const bool memory = result.signal == SIGABRT && tells_of_memory(result.stderr_tail);
  return {memory ? "out_of_memory" : "crashed", with_last_words(text, result)};
}

/// A record whose own status is not ok.
std::optional<outcome> own_account(const record_found& found) {
  if (!found.record) return std::nullopt;
  const auto& record = *found.record;
  const std::string status = record.value("status", "ok");
  if (status == "ok") return std::nullopt;
  const bool told = record.contains("reason") && record["reason"].is_string();
  return outcome{status, told ? record["reason"].get<std::string>() : "no reason given"};
}

}  // namespace

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

std::string last_line(const std::string& text) {
  const char* blanks = " \t\r\n";
  const auto end = text.find_last_not_of(blanks);
  if (end == std::string::npos) return "";
  const auto start = text.find_last_of('\n', end);
  return text.substr(start == std::string::npos ? 0 : start + 1,
                     end - (start == std::string::npos ? 0 : start + 1) + 1);
}

std::optional<double> throughput_of(const nlohmann::json& record) {
  const nlohmann::json::json_pointer path("/summary/samples_per_second/value");
  if (!record.contains(path) || !record[path].is_number()) return std::nullopt;
  const double value = record[path].get<double>();
  if (!std::isfinite(value) || value <= 0.0) return std::nullopt;
  return value;
}

bool throttled(const nlohmann::json& record) {
  const nlohmann::json::json_pointer path("/disturbance/throttled_periods");
  return record.contains(path) && record[path].is_number() && record[path].get<double>() > 0.0;
}

outcome classify(const process_result& result, const record_found& found, double limit_seconds) {
  if (!result.start_failure.empty())
    return {"crashed", "the trainer could not be started: " + result.start_failure};
  if (!result.ended_for.empty()) return {result.silent ? "timeout" : "crashed", result.ended_for};
  if (result.out_of_time)
    return {"timeout",
            with_last_words(
                fmt::format("still running after {:.4g} s; its session was ended", limit_seconds),
                result)};
  if (result.interrupted) return {"interrupted", "the sweep was asked to stop"};
  if (const auto account = own_account(found)) return *account;
  if (!result.exit_code) return killed(result);
  if (*result.exit_code != 0) {
    const auto status = protocol::status_of(static_cast<protocol::exit_code>(*result.exit_code));
    return {std::string(protocol::name(status)),
            with_last_words(fmt::format("exit {}", *result.exit_code), result)};
  }
  if (!found.record)
    return {"crashed",
            "exit 0, but " + (found.fault.empty() ? "no record was written" : found.fault)};
  if (!throughput_of(*found.record))
    return {"crashed", "exit 0, but the record has no samples_per_second above zero"};
  return {"ok", ""};
}

}  // namespace dpscale::bench
