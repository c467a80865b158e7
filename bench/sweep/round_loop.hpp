// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "bench/sweep/loop.hpp"
#include "bench/turns/round.hpp"

namespace dpscale::bench {

/// A sweep whose cells take turns: first rounds of every group, then, as far as the budget goes,
/// further rounds of the groups whose ratio is still undecided, the widest interval first.
class round_loop final : public sweep_loop {
 public:
  round_loop(const sweep_setup& setup, run_folder folder, nlohmann::json run, signal_inbox& inbox,
             judge_groups judge);

 private:
  void take_in(const nlohmann::json& line) override;
  void count() override;
  bool run_missing() override;
  /// One round; false when asked to stop.
  bool round(const cell_group& group, int number);
  /// The group that gets the next further round; null where none needs or can have one.
  [[nodiscard]] const cell_group* neediest() const;
  [[nodiscard]] round_settings settings_of(const cell_group& group, int number) const;
  void keep(const nlohmann::json& line, double wall_seconds);

  judge_groups judge_;
  std::map<std::string, const cell*> cells_;
  std::map<std::string, std::set<int>> done_;  ///< group -> its rounds in the journal
  double further_seconds_ = 0.0;  ///< that rounds beyond the first have taken, starts included
};

}  // namespace dpscale::bench
