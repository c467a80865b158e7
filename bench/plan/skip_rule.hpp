// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "bench/plan/cells.hpp"

namespace dpscale::bench {

/// Which launches are not worth running any more: a cell's own once one of them failed (it would
/// publish nothing, and a hang costs its whole deadline each time), and those of larger cells of
/// the same kind once one ran out of memory.
class skip_rule {
 public:
  /// Takes in a finished launch (a line of the journal) of `value`.
  void note(const cell& value, const nlohmann::json& line);
  /// Why a launch of `value` is to be skipped; none: run it.
  [[nodiscard]] std::optional<std::string> reason(const cell& value) const;

 private:
  std::map<std::string, std::string> failed_;               ///< cell id -> what happened
  std::map<std::string, std::int64_t> out_of_memory_from_;  ///< family -> smallest batch that did
};

}  // namespace dpscale::bench
