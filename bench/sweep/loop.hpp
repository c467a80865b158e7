// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/launch/signals.hpp"
#include "bench/plan/groups.hpp"
#include "bench/plan/skip_rule.hpp"
#include "bench/run/folder.hpp"
#include "bench/run/journal.hpp"
#include "bench/sweep/progress.hpp"
#include "bench/sweep/setup.hpp"

namespace dpscale::bench {

/// What a sweep leaves: run.json's document, still in state "running", and every journal line.
struct sweep_end {
  bool interrupted = false;
  nlohmann::json run;
  std::vector<nlohmann::json> lines;
};

/// How far every group has got, from the journal's lines.
using judge_groups = std::function<std::vector<group_state>(const std::vector<nlohmann::json>&)>;

/// Carries out a sweep in its folder, or what an earlier try has left of it.
class sweep_loop {
 public:
  virtual ~sweep_loop() = default;
  sweep_loop(const sweep_loop&) = delete;
  sweep_loop& operator=(const sweep_loop&) = delete;

  /// Runs everything that is missing, once. Throws protocol::error{output_failed} where a result
  /// can't be stored.
  [[nodiscard]] sweep_end run();

 protected:
  /// Opens the folder's journal and writes run.json where there is none; `run` is the run's
  /// document, stored or new. Throws protocol::error.
  sweep_loop(const sweep_setup& setup, run_folder folder, nlohmann::json run, signal_inbox& inbox);

  /// Takes note of a line that was there already.
  virtual void take_in(const nlohmann::json& line) = 0;
  /// Tells progress_ what is still to come.
  virtual void count() = 0;
  /// Runs what is missing; false when asked to stop.
  virtual bool run_missing() = 0;

  void store(const nlohmann::json& line);

  const sweep_setup& setup_;
  run_folder folder_;
  signal_inbox& inbox_;
  skip_rule skip_;
  progress progress_{0, 0, 0.0};
  std::vector<nlohmann::json> lines_;

 private:
  nlohmann::json run_;
  journal journal_;
};

/// The loop for `setup`: rounds of turns where it has groups, else launch by launch. `judge` says
/// which groups get what is left of the budget after their first rounds. `setup` and `inbox`
/// outlive it. Throws as its constructor.
[[nodiscard]] std::unique_ptr<sweep_loop> make_loop(const sweep_setup& setup, run_folder folder,
                                                    nlohmann::json run, signal_inbox& inbox,
                                                    judge_groups judge);

}  // namespace dpscale::bench
