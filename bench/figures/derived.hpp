// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/figures/cell_result.hpp"
#include "bench/figures/ratio.hpp"
#include "bench/figures/scaling.hpp"
#include "bench/figures/turns/rounds.hpp"

namespace dpscale::bench {

/// A figure against both baselines.
struct against_both {
  ratio plain, self;
};

/// What compares a cell with others.
struct comparison {
  against_both speed_up, strong, weak;
  /// Whether one of the efficiencies is above 1.
  bool above_100_percent = false;
  /// Whether any of the turns that would have gone into one of these was disturbed.
  bool disturbed = false;
};

/// Compares the cells of one sweep with their baselines: from the rounds in which both took turns,
/// and where there is none block by block.
class comparer {
 public:
  /// Keeps references to `results` and `rounds`, which outlive it.
  comparer(const std::vector<cell_result>& results, const std::vector<round>& rounds);

  [[nodiscard]] comparison compare(const cell_result& result) const;

 private:
  enum class quantity { speed_up, efficiency };
  [[nodiscard]] ratio against(const cell_result& result, const std::string& baseline,
                              const char* missing, quantity wanted) const;
  [[nodiscard]] std::optional<double> gain(const std::string& at_share,
                                           const std::string& at_batch) const;

  std::map<std::string, const cell_result*> by_id_;
  const std::vector<round>& rounds_;
};

/// One line of cells that differ only in their batch, and where N devices begin to win.
struct crossover_line {
  cell first;  ///< any of its cells
  crossover found;
};

/// The crossovers of every line of `results` with more than one device, in their order.
[[nodiscard]] std::vector<crossover_line> crossovers(const std::vector<cell_result>& results,
                                                     const std::vector<round>& rounds, int cores);

}  // namespace dpscale::bench
