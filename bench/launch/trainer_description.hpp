// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/launch/signals.hpp"
#include "bench/plan/plan.hpp"

namespace dpscale::bench {

/// What a trainer says of itself (--describe).
struct trainer_description {
  std::string program;  ///< as it was asked, for messages
  std::string name, version;
  std::set<std::string> options;              ///< without dashes in front
  std::map<std::string, std::string> types;   ///< of options: "switch", "number", ..., where told
  std::set<std::string> strategies, presets;  ///< empty: it doesn't say which
};

/// The programs of a sweep.
struct trainer_pair {
  trainer_description single, multi;
};

/// Reads what --describe printed: `options`, `strategies` and `presets` as lists of names, lists of
/// objects with a `name`, or objects whose keys are the names; the last two may be missing. Throws
/// protocol::error{unsupported}.
[[nodiscard]] trainer_description parse_description(const std::string& text,
                                                    const std::string& trainer);

/// Asks the trainer at `program`. Throws protocol::error{unsupported} where it is missing, does not
/// run or gives no description.
[[nodiscard]] trainer_description describe(const std::filesystem::path& program,
                                           signal_inbox& inbox);

/// Gives a plan that names no strategy the one that `multi` has: `mirrored`, its only one, or
/// trainers_own where it has no --strategy. Throws protocol::error{usage} where it has others.
void settle_strategy(plan& value, const trainer_description& multi);

/// Throws protocol::error{usage}, naming the trainer and what to do, where `value` takes an option,
/// preset or strategy that a trainer says it doesn't have, or gives a switch a value or another
/// option none. `listed_elsewhere`: names that a mistyped option may have meant besides.
void check_against(const plan& value, const trainer_pair& trainers,
                   const std::vector<std::string>& listed_elsewhere = {});

}  // namespace dpscale::bench
