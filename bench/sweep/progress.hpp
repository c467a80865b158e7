// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace dpscale::bench {

/// One line for each finished launch or round, with the time that is left.
class progress {
 public:
  /// `launches` in all, of which `done` were there already; `expected_seconds` a launch until one
  /// of the same cell has shown what it takes.
  progress(std::size_t launches, std::size_t done, double expected_seconds);

  /// Says that a launch of a cell, or a round of a group, is still to come, for the estimate.
  void expect(const std::string& key) { ++left_[key]; }
  /// The line for a finished launch (a line of the journal) and how long it took.
  [[nodiscard]] std::string line(const nlohmann::json& launch, double wall_seconds);
  /// The same for a finished round.
  [[nodiscard]] std::string round_line(const nlohmann::json& round, double wall_seconds);
  [[nodiscard]] std::size_t done() const { return done_; }
  /// Until the launches to come are through.
  [[nodiscard]] double seconds_left() const;

 private:
  /// Counts one and puts its line together; `skipped` ones take no time.
  std::string counted(const std::string& key, const std::string& result, double wall_seconds,
                      bool skipped);

  std::size_t launches_, done_;
  double expected_seconds_;
  double total_seconds_ = 0.0;
  std::size_t timed_ = 0;
  std::map<std::string, std::size_t> left_;  ///< launches to come of each cell
  std::map<std::string, double> seen_;       ///< what the last launch of a cell took
};

}  // namespace dpscale::bench
