// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bench/launch/launch.hpp"

namespace dpscale::bench {

/// One cell's launch while it takes turns: started, ready, a window at each turn, ended.
class member {
 public:
  /// Starts the trainer, which writes its record to `record`; `value` and `inbox` outlive it.
  member(const cell& value, launch_place place, launch_settings settings,
         std::optional<std::uint64_t> memory_limit_bytes, std::filesystem::path record,
         signal_inbox& inbox);

  /// Waits until it has warmed up; false where it has ended, failed or is out of time instead.
  [[nodiscard]] bool get_ready();
  /// Gives it the turn for a window of `seconds`: the turn as the journal holds it, with `pass`.
  /// None where it didn't take it; then its launch is over.
  [[nodiscard]] std::optional<nlohmann::json> take_turn(double seconds, int pass);
  /// Ends the turns, waits for the trainer's end, and gives the launch's line. Throws
  /// protocol::error{output_failed} where the trainer could not store its record.
  [[nodiscard]] launch_result finish();

  [[nodiscard]] const cell& configuration() const { return value_; }

 private:
  void blame(const std::optional<std::string>& line, const char* expected);

  const cell& value_;
  launch_place place_;
  launch_settings settings_;
  std::filesystem::path record_;
  process process_;
  std::string fault_;  ///< what it said or did against the protocol
  bool silent_ = false, ended_early_ = false;
  double longest_turn_ = 0.0;  ///< seconds
};

}  // namespace dpscale::bench
