// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "bench/launch/signals.hpp"
#include "bench/plan/plan.hpp"

namespace dpscale::bench {

/// What a trainer says of itself (--describe). A set that is empty says nothing.
struct trainer_description {
  std::string name, version;
  std::set<std::string> options;  ///< without dashes in front
  std::set<std::string> strategies, presets;
};

/// Reads what --describe printed: `options`, `strategies` and `presets` as lists of names, lists of
/// objects with a `name`, or objects whose keys are the names. Throws protocol::error{unsupported}.
[[nodiscard]] trainer_description parse_description(const std::string& text,
                                                    const std::string& trainer);

/// Asks the trainer at `program`. Throws protocol::error{unsupported} where it is missing, does not
/// run or gives no description.
[[nodiscard]] trainer_description describe(const std::filesystem::path& program,
                                           signal_inbox& inbox);

/// Throws protocol::error{usage} where `value` asks for a strategy, preset or option that `multi`
/// says it does not have.
void check_against(const plan& value, const trainer_description& multi);

}  // namespace dpscale::bench
