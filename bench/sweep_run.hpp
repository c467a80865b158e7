// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/journal.hpp"
#include "bench/progress.hpp"
#include "bench/run_folder.hpp"
#include "bench/signals.hpp"
#include "bench/skip_rule.hpp"
#include "bench/sweep_setup.hpp"
#include "trainers/protocol/exit_code.hpp"

namespace dpscale::bench {

/// Carries out a sweep in its folder, or what an earlier try has left of it.
class sweep_run {
 public:
  /// Opens the folder's journal and writes run.json where there is none; `run` is the run's
  /// document, stored or new. Throws protocol::error.
  sweep_run(const sweep_setup& setup, run_folder folder, nlohmann::json run, signal_inbox& inbox);

  /// Runs every launch that is missing, then writes the summary and prints the table. Returns ok,
  /// failed_cells or interrupted; throws protocol::error{output_failed} where a result can't be
  /// stored.
  [[nodiscard]] protocol::exit_code run();

 private:
  void take_in_journal();
  /// One launch, run or skipped; false when asked to stop.
  bool launch(std::size_t cell_index, int block_index);
  void keep(const cell& value, const nlohmann::json& line, double wall_seconds);
  [[nodiscard]] protocol::exit_code finish(bool interrupted);

  const sweep_setup& setup_;
  run_folder folder_;
  nlohmann::json run_;
  signal_inbox& inbox_;
  journal journal_;
  std::vector<nlohmann::json> lines_;
  std::set<std::pair<std::string, int>> done_;  ///< (cell, launch) in the journal
  skip_rule skip_;
  progress progress_;
};

}  // namespace dpscale::bench
