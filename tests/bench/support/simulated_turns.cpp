// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/simulated_turns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dpscale::bench::test {
namespace {

constexpr std::array names{"y", "z", "x"};
constexpr std::array order{0U, 1U, 2U, 2U, 1U, 0U};
constexpr std::size_t two_cores = 2;
constexpr int passes = 10;
constexpr double window_seconds = 0.02, start_seconds = 2.0, base_rate = 2e5;

constexpr std::array all_machines{
    machine{.name = "quiet"},
    machine{.name = "drift", .drift = 0.1, .common = 0.05},
    machine{.name = "autocorrelated", .common = 0.15, .own = 0.03},
    machine{.name = "heavy tails", .window = 0.03, .heavy_tails = true},
    machine{.name = "bursts", .bursts = {0.5, 0.1}},
    machine{.name = "core lost, seen", .lost = {5.0, 1.0}},
    machine{.name = "all of these",
            .window = 0.03,
            .heavy_tails = true,
            .drift = 0.1,
            .common = 0.1,
            .own = 0.03,
            .bursts = {1.0, 0.1},
            .lost = {5.0, 1.0}},
    machine{.name = "core lost, unseen", .lost = {5.0, 1.0}, .seen = false},
    machine{.name = "skewed launches", .skewed = true},
    machine{.name = "carried over", .carried = 0.02},
};

}  // namespace

std::span<const machine> machines() { return all_machines; }

simulated_sweep::timeline::timeline(spells law, random_source& random)
    : law_(law), random_(random) {
  draw(0.0);
}

void simulated_sweep::timeline::draw(double after) {
  start_ = law_.every > 0.0 ? after + random_.exponential(law_.every)
                            : std::numeric_limits<double>::infinity();
  end_ = start_ + random_.exponential(law_.lasts);
}

double simulated_sweep::timeline::share(double begin, double end) {
  double on = 0.0;
  while (start_ < end) {
    on += std::max(0.0, std::min(end, end_) - std::max(begin, start_));
    if (end_ > end) break;
    draw(end_);
  }
  return on / (end - begin);
}

simulated_sweep::simulated_sweep(const machine& on, double log_ratio, std::uint64_t seed)
    : on_(on),
      random_(seed),
      true_log_rates_{std::log(base_rate), std::log(base_rate), std::log(base_rate) + log_ratio},
      bursts_(on.bursts, random_),
      lost_{timeline(on.lost, random_), timeline(on.lost, random_)} {}

double simulated_sweep::noise(double deviation, bool heavy) {
  // A third: three degrees of freedom have a deviation of sqrt(3).
  return deviation * (heavy ? random_.heavy_tailed() / std::sqrt(3.0) : random_.normal());
}

round simulated_sweep::next_round() {
  time_ += start_seconds;
  round_start_ = time_;
  slope_ = on_.drift * random_.normal();
  carried_ = 0.7 * carried_ + noise(on_.carried * std::sqrt(1.0 - 0.7 * 0.7), false);
  for (std::size_t member = 0; member < names.size(); ++member) {
    launch_[member] = noise(on_.launch, false);
    own_[member] = noise(on_.own, false);
  }
  // Its mean is 0: that of the logarithms is what is estimated.
  if (on_.skewed) launch_[two_cores] = 0.02 - random_.exponential(0.02);
  round made{"x", number_++, {}};
  for (int pass = 0; pass < passes; ++pass)
    for (const std::size_t member : order) made.turns.push_back(window(member, pass));
  return made;
}

std::vector<round> simulated_sweep::rounds(int count) {
  std::vector<round> made;
  for (int i = 0; i < count; ++i) made.push_back(next_round());
  return made;
}

turn simulated_sweep::window(std::size_t member, int pass) {
  constexpr double kept = 0.9;
  const double fresh = std::sqrt(1.0 - kept * kept);
  common_ = kept * common_ + noise(on_.common * fresh, false);
  own_[member] = kept * own_[member] + noise(on_.own * fresh, false);
  const double begin = time_, end = time_ + window_seconds;
  double log_rate = true_log_rates_[member] + launch_[member] + own_[member] + common_ +
                    slope_ * (begin - round_start_) + noise(on_.window, on_.heavy_tails);
  if (member == two_cores) log_rate += carried_;
  const auto samples = static_cast<std::int64_t>(window_seconds * std::exp(log_rate));
  // Where half a core is gone for a share of the window, the same work takes so much longer.
  const double first = lost_[0].share(begin, end), second = lost_[1].share(begin, end);
  const double slowed = member == two_cores ? std::max(first, second) : first;
  const double waited = member == two_cores ? first + second : first;
  const double seconds = window_seconds * (1.0 + bursts_.share(begin, end)) * (1.0 + slowed);
  time_ += seconds;
  disturbance lost;
  lost.run_queue_wait_seconds = on_.seen ? waited * window_seconds : 0.0;
  return {names[member], pass,
          seconds,       std::max<std::int64_t>(samples / 64, 1),
          samples,       member == two_cores ? 2 : 1,
          lost};
}

}  // namespace dpscale::bench::test
