// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/launch/signals.hpp"
#include "bench/plan/skip_rule.hpp"
#include "bench/run/folder.hpp"
#include "bench/run/journal.hpp"
#include "bench/sweep/progress.hpp"
#include "bench/sweep/setup.hpp"

namespace dpscale::bench {

/// What a sweep leaves: run.json's document, still in state "running", and every launch's line.
struct sweep_end {
  bool interrupted = false;
  nlohmann::json run;
  std::vector<nlohmann::json> lines;
};

/// Carries out a sweep in its folder, or what an earlier try has left of it.
class sweep_loop {
 public:
  /// Opens the folder's journal and writes run.json where there is none; `run` is the run's
  /// document, stored or new. Throws protocol::error.
  sweep_loop(const sweep_setup& setup, run_folder folder, nlohmann::json run, signal_inbox& inbox);

  /// Runs every launch that is missing, once. Throws protocol::error{output_failed} where a result
  /// can't be stored.
  [[nodiscard]] sweep_end run();

 private:
  void take_in_journal();
  /// One launch, run or skipped; false when asked to stop.
  bool launch(std::size_t cell_index, int block_index);
  void keep(const cell& value, const nlohmann::json& line, double wall_seconds);

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
