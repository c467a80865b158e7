// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/preview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "bench/figures/scaling.hpp"
#include "bench/figures/statistics.hpp"
#include "bench/text/numbers.hpp"

namespace dpscale::bench {
namespace {

/// Launches it takes before an efficiency near 1 is one figure and not an interval alone, for a few
/// sizes of what differs from launch to launch.
std::string launches_hint() {
  std::vector<std::string> parts;
  for (const double percent : {0.5, 1.0, 2.0, 3.0}) {
    // Two cells that each deviate by this much: their ratio by the square root of two of it.
    const double deviation = std::sqrt(2.0) * percent / 100;
    parts.push_back(
        fmt::format("{} at {} %", launches_for_width(deviation, 1.0, widest_interval), percent));
  }
  return fmt::format(
      "An efficiency whose interval is wider than {:.0f} points is given as that interval. "
      "Launches "
      "it takes to get one figure, by how much launches of a cell differ: {}.\n",
      100 * widest_interval, fmt::join(parts, ", "));
}

}  // namespace

std::string preview(const sweep_setup& setup) {
  std::string text;
  for (const cell& value : setup.cells)
    text += fmt::format("  {:<48} {}{}\n", value.id(), value.role(),
                        value.oversubscribed(setup.cores) ? ", oversubscribed" : "");
  const double each = setup.launch_budget_seconds + usual_overhead_seconds;
  const auto count = static_cast<double>(setup.launches());
  text += fmt::format("{} cells x {} launches = {} launches\n", setup.cells.size(),
                      setup.blocks.size(), setup.launches());
  text += fmt::format(
      "each up to {:.2f} s of measuring and about {:.1f} s of start and warm-up; "
      "in all about {}, {} of it measuring\n",
      setup.launch_budget_seconds, usual_overhead_seconds, estimate_text(count * each),
      estimate_text(count * setup.launch_budget_seconds));
  const double wanted = setup.wanted.budget_seconds;
  if (!setup.wanted.launch_budget_seconds && count * setup.launch_budget_seconds > 1.001 * wanted)
    text += fmt::format(
        "(the budget of {} is too small for so many launches; each gets the least, {} s)\n",
        estimate_text(wanted), least_budget_seconds);
  return text + launches_hint();
}

}  // namespace dpscale::bench
