// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/skip_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace dpscale::bench {

void skip_rule::note(const cell& value, const nlohmann::json& line) {
  const std::string status = line.value("status", "crashed");
  if (status == "ok" || status == "skipped") return;
  failed_.try_emplace(
      value.id(), fmt::format("launch {} of this cell ended {}", line.value("launch", 0), status));
  if (status != "out_of_memory") return;
  const auto [found, is_new] = out_of_memory_from_.try_emplace(value.family(), value.global_batch);
  if (!is_new) found->second = std::min(found->second, value.global_batch);
}

std::optional<std::string> skip_rule::reason(const cell& value) const {
  if (const auto found = failed_.find(value.id()); found != failed_.end()) return found->second;
  const auto found = out_of_memory_from_.find(value.family());
  if (found == out_of_memory_from_.end() || value.global_batch <= found->second)
    return std::nullopt;
  return fmt::format("batch {} of the same kind ran out of memory", found->second);
}

}  // namespace dpscale::bench
