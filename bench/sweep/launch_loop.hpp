// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>

#include "bench/sweep/loop.hpp"

namespace dpscale::bench {

/// A sweep whose launches run one after another, each alone.
class launch_loop final : public sweep_loop {
 public:
  launch_loop(const sweep_setup& setup, run_folder folder, nlohmann::json run, signal_inbox& inbox);

 private:
  void take_in(const nlohmann::json& line) override;
  void count() override;
  bool run_missing() override;
  /// One launch, run or skipped; false when asked to stop.
  bool launch(std::size_t cell_index, int block_index);
  void keep(const cell& value, const nlohmann::json& line, double wall_seconds);

  std::map<std::string, const cell*> cells_;
  std::set<std::pair<std::string, int>> done_;  ///< (cell, launch) in the journal
};

}  // namespace dpscale::bench
