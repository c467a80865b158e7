// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/judge.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dpscale {

namespace {

std::string fault_of(const run_result& r) {
  std::uint64_t order = 0;
  for (std::size_t rank = 0; rank < r.ranks.size(); ++rank) {
    order += r.ranks[rank].order_hash;
    if (r.ranks[rank].parameters_checksum != r.ranks.front().parameters_checksum) {
      return fmt::format("rank {}'s parameters differ from rank 0's", rank);
    }
  }
  if (!r.ranks.empty() && order != r.ranks.front().whole_order_hash) {
    return "the ranks' samples are not the ones that one device would have used";
  }
  if (!std::isfinite(r.probe_loss_end)) return "the loss on the probe batch is not finite";
  const bool trained = r.measured || !r.epochs.empty();
  if (trained && r.probe_loss_end >= r.probe_loss_start) {
    return fmt::format(
        "the loss on the probe batch did not fall: {:.4g} at the start, {:.4g} at the end",
        r.probe_loss_start, r.probe_loss_end);
  }
  return {};
}

}  // namespace

void judge(run_result& result) {
  result.reason = fault_of(result);
  if (!result.reason.empty()) result.code = protocol::exit_code::wrong_result;
}

}  // namespace dpscale
