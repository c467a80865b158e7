// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/derived.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dpscale::bench {
namespace {

constexpr const char* is_plain = "the cell is the plain baseline";
constexpr const char* is_self = "the cell is the self baseline";

/// Adds the likely cause to an efficiency above 1; whether it is.
bool explain(ratio& value, std::optional<double> local_batch_gain) {
  if (!above_one(value.figure)) return false;
  value.figure.note = cause_above_one(value.figure, local_batch_gain);
  return true;
}

ratio nothing(std::string why) { return {estimate::absent(std::move(why)), {}, {}}; }

}  // namespace

comparer::comparer(const std::vector<cell_result>& results, const std::vector<round>& rounds)
    : rounds_(rounds) {
  for (const cell_result& result : results) by_id_[result.configuration.id()] = &result;
}

ratio comparer::against(const cell_result& result, const std::string& baseline, const char* missing,
                        quantity wanted) const {
  if (!result.published()) return nothing("the cell is " + result.status);
  if (baseline.empty()) return nothing(missing);
  const auto found = by_id_.find(baseline);
  if (found == by_id_.end()) return nothing("the run has no baseline " + baseline);
  if (!found->second->published())
    return nothing(fmt::format("its baseline {} is {}", baseline, found->second->status));
  const cell& c = result.configuration;
  const bool plain_ratio = wanted == quantity::speed_up;
  if (const auto turns = ratios_of_rounds(rounds_, c.id(), baseline))
    return {plain_ratio ? speed_up(*turns) : efficiency(*turns, c.devices), ratio_method::turns,
            turns->counts};
  const series mine = result.throughput(), other = found->second->throughput();
  return {plain_ratio ? speed_up(mine, other) : efficiency(mine, other, c.devices),
          ratio_method::launches,
          {}};
}

/// How much faster one device runs the share of the batch than the whole of it.
std::optional<double> comparer::gain(const std::string& at_share,
                                     const std::string& at_batch) const {
  const auto share = by_id_.find(at_share), batch = by_id_.find(at_batch);
  if (share == by_id_.end() || batch == by_id_.end()) return std::nullopt;
  if (const auto turns = ratios_of_rounds(rounds_, at_share, at_batch))
    return speed_up(*turns).value;
  return speed_up(share->second->throughput(), batch->second->throughput()).value;
}

comparison comparer::compare(const cell_result& result) const {
  const cell& c = result.configuration;
  const bool plain = c.program == single_program;
  const std::string uneven =
      fmt::format("{} devices do not divide batch {} evenly", c.devices, c.global_batch);
  const char* no_weak = c.device_batch() ? is_self : uneven.c_str();
  comparison all;
  all.speed_up.plain = against(result, c.strong_plain, is_plain, quantity::speed_up);
  all.speed_up.self =
      against(result, c.strong_self, plain ? is_plain : is_self, quantity::speed_up);
  all.strong.plain = against(result, c.strong_plain, is_plain, quantity::efficiency);
  all.strong.self =
      against(result, c.strong_self, plain ? is_plain : is_self, quantity::efficiency);
  all.weak.plain = against(result, c.weak_plain, plain ? is_plain : no_weak, quantity::efficiency);
  all.weak.self = against(result, c.weak_self, plain ? is_plain : no_weak, quantity::efficiency);
  const bool strong_plain = explain(all.strong.plain, gain(c.weak_plain, c.strong_plain));
  const bool strong_self = explain(all.strong.self, gain(c.weak_self, c.strong_self));
  const bool weak_plain = explain(all.weak.plain, std::nullopt);
  const bool weak_self = explain(all.weak.self, std::nullopt);
  all.above_100_percent = strong_plain || strong_self || weak_plain || weak_self;
  for (const against_both* pair : {&all.strong, &all.weak})
    for (const ratio* value : {&pair->plain, &pair->self})
      all.disturbed = all.disturbed || value->counts.disturbed > 0;
  return all;
}

std::vector<crossover_line> crossovers(const std::vector<cell_result>& results,
                                       const std::vector<round>& rounds, int cores) {
  const comparer compared(results, rounds);
  std::vector<crossover_line> lines;
  std::map<std::string, std::vector<batch_speed_up>> points;
  for (const cell_result& result : results) {
    const cell& c = result.configuration;
    if (c.devices < 2) continue;
    auto& line = points[c.family()];
    if (line.empty()) lines.push_back({c, {}});
    line.push_back(
        {c.global_batch, compared.compare(result).speed_up.plain.figure, c.oversubscribed(cores)});
  }
  for (crossover_line& line : lines) {
    auto& batches = points[line.first.family()];
    std::sort(batches.begin(), batches.end(), [](const batch_speed_up& a, const batch_speed_up& b) {
      return a.global_batch < b.global_batch;
    });
    line.found = find_crossover(batches);
  }
  return lines;
}

}  // namespace dpscale::bench
