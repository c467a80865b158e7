// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "trainers/protocol/exit_code.hpp"

namespace dpscale::protocol {

/// How a launch ended: the record's `status`.
enum class record_status {
  ok,
  wrong_result,
  out_of_memory,
  timeout,
  crashed,
  comm_error,
  bad_data,
  unsupported,
  interrupted,
  skipped,  ///< never run; the harness's own
};

/// The texts of record_status, in its order.
inline constexpr std::array<std::string_view, 10> record_status_names{
    "ok",         "wrong_result", "out_of_memory", "timeout",     "crashed",
    "comm_error", "bad_data",     "unsupported",   "interrupted", "skipped"};

/// The word in the record.
[[nodiscard]] constexpr std::string_view name(record_status status) {
  return record_status_names[static_cast<std::size_t>(status)];
}

/// The status called `text`; none where there is no such word.
[[nodiscard]] constexpr std::optional<record_status> record_status_from_name(
    std::string_view text) {
  for (std::size_t i = 0; i < record_status_names.size(); ++i) {
    if (record_status_names[i] == text) return static_cast<record_status>(i);
  }
  return std::nullopt;
}

/// What a launch that ended with `code` is recorded as. A usage error is `unsupported` (the trainer
/// lacks an option it was given); codes that no trainer ends with are `crashed`.
[[nodiscard]] constexpr record_status status_of(exit_code code) {
  switch (code) {
    case exit_code::ok:
      return record_status::ok;
    case exit_code::wrong_result:
      return record_status::wrong_result;
    case exit_code::out_of_memory:
      return record_status::out_of_memory;
    case exit_code::communication:
      return record_status::comm_error;
    case exit_code::usage:
    case exit_code::unsupported:
      return record_status::unsupported;
    case exit_code::bad_data:
      return record_status::bad_data;
    case exit_code::deadline:
      return record_status::timeout;
    case exit_code::interrupted:
      return record_status::interrupted;
    default:
      return record_status::crashed;
  }
}

/// The code a trainer ends with for `status`; none for the two that no trainer reports of itself
/// (a crash ends by a signal, a skipped launch never runs).
[[nodiscard]] constexpr std::optional<exit_code> exit_code_of(record_status status) {
  switch (status) {
    case record_status::ok:
      return exit_code::ok;
    case record_status::wrong_result:
      return exit_code::wrong_result;
    case record_status::out_of_memory:
      return exit_code::out_of_memory;
    case record_status::timeout:
      return exit_code::deadline;
    case record_status::comm_error:
      return exit_code::communication;
    case record_status::bad_data:
      return exit_code::bad_data;
    case record_status::unsupported:
      return exit_code::unsupported;
    case record_status::interrupted:
      return exit_code::interrupted;
    default:
      return std::nullopt;
  }
}

}  // namespace dpscale::protocol
