// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/preview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "bench/figures/scaling.hpp"
#include "bench/figures/statistics.hpp"
#include "bench/text/layout.hpp"
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

/// How wide an efficiency's interval is after the first rounds, by how much rounds differ.
std::string rounds_hint(std::size_t rounds) {
  if (rounds < least_launches) return "An interval takes three rounds.\n";
  std::vector<std::string> parts;
  for (const double percent : {0.5, 1.0, 2.0, 4.0}) {
    const double half = interval_half_width(percent / 100, rounds);
    parts.push_back(fmt::format("{:.1f} points at {} %", 200 * half, percent));
  }
  return fmt::format(
      "Expected width of an efficiency's interval near 100 % after {} rounds, by how "
      "much rounds differ: {}.\n",
      rounds, fmt::join(parts, ", "));
}

std::string preview_of_turns(const sweep_setup& setup) {
  std::string text;
  std::size_t starts = 0;
  for (const cell_group& group : setup.groups) {
    text += fmt::format("  {} with {} more in turn\n", padded(name_text(group.id), 48),
                        group.members.size() - 1);
    starts += group.members.size();
  }
  const auto rounds = static_cast<double>(setup.launches());
  const double start_seconds =
      usual_overhead_seconds * static_cast<double>(starts * setup.blocks.size());
  const double measuring = rounds * setup.launch_budget_seconds;
  text += fmt::format("{} cells in {} groups x {} first rounds = {} rounds\n", setup.cells.size(),
                      setup.groups.size(), setup.blocks.size(), setup.launches());
  text += fmt::format(
      "each about {:.2f} s of turns of {:.0f} ms, and about {:.1f} s of start and warm-up for each "
      "cell in it; in all about {}, {} of it turns\n",
      setup.launch_budget_seconds, 1e3 * turn_window_seconds, usual_overhead_seconds,
      estimate_text(start_seconds + measuring), estimate_text(measuring));
  text += fmt::format(
      "then further rounds for ratios whose interval is wider than {:.0f} points, for up to {}\n",
      100 * setup.wanted.interval_goal,
      estimate_text((1.0 - first_share) * setup.wanted.budget_seconds));
  return text + rounds_hint(setup.blocks.size());
}

std::string preview_of_launches(const sweep_setup& setup) {
  std::string text = fmt::format("launch by launch ({})\n", setup.alone_because);
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

}  // namespace

std::string preview(const sweep_setup& setup) {
  std::string text;
  for (const cell& value : setup.cells)
    text += fmt::format("  {} {}{}\n", padded(name_text(value.id()), 48), value.role(),
                        value.oversubscribed(setup.cores) ? ", oversubscribed" : "");
  return text + (setup.groups.empty() ? preview_of_launches(setup) : preview_of_turns(setup));
}

}  // namespace dpscale::bench
