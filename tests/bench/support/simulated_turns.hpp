// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "bench/figures/turns/rounds.hpp"
#include "tests/bench/support/random_source.hpp"

namespace dpscale::bench::test {

/// Something that comes and goes: on average every `every` seconds, for `lasts` seconds, both
/// exponential. Never where `every` is 0.
struct spells {
  double every = 0.0, lasts = 0.0;
};

/// What a simulated machine does to whoever runs on it. Deviations are of logarithms of rates: 0.01
/// is 1 %.
struct machine {
  const char* name;
  double launch = 0.01;      ///< from launch to launch of a cell
  double window = 0.01;      ///< from window to window
  bool heavy_tails = false;  ///< of the windows: t with 3 degrees of freedom
  double drift = 0.0;        ///< of a round's speed, all cells alike, in a second
  double common = 0.0;       ///< of all cells alike, 0.9 from one window to the next
  double own = 0.0;          ///< of each cell apart, 0.9 from one of its windows to the next
  double carried = 0.0;      ///< of one side alone, 0.7 from one round to the next
  bool skewed = false;       ///< launches of one side: exponential instead of normal
  spells bursts{};           ///< all cells alike at half the speed
  spells lost{};             ///< of each core: somebody else gets half of it
  bool seen = true;          ///< whether a lost core shows as run-queue wait
};

/// The machines on which the intervals are tried.
[[nodiscard]] std::span<const machine> machines();

/// A sweep of the group y (one core), z (one core), x (two cores): rounds of ten passes with
/// windows of 20 ms, two seconds between rounds.
class simulated_sweep {
 public:
  /// `log_ratio` is the true one of x and y where the machine treats both alike.
  simulated_sweep(const machine& on, double log_ratio, std::uint64_t seed);

  [[nodiscard]] round next_round();
  [[nodiscard]] std::vector<round> rounds(int count);

 private:
  /// Whether a spell is on, followed through time.
  class timeline {
   public:
    timeline(spells law, random_source& random);
    /// The share of the time from `begin` to `end` in which it is on; `begin` never goes back.
    double share(double begin, double end);

   private:
    void draw(double after);
    spells law_;
    random_source& random_;
    double start_ = 0.0, end_ = 0.0;
  };

  double noise(double deviation, bool heavy);
  turn window(std::size_t member, int pass);

  machine on_;
  random_source random_;
  std::array<double, 3> true_log_rates_;
  std::array<double, 3> launch_{}, own_{};
  double time_ = 0.0, round_start_ = 0.0, slope_ = 0.0, common_ = 0.0, carried_ = 0.0;
  int number_ = 0;
  timeline bursts_;
  std::array<timeline, 2> lost_;
};

}  // namespace dpscale::bench::test
