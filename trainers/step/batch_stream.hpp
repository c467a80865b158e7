// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trainers/data/batches.hpp"
#include "trainers/data/permutation.hpp"
#include "trainers/protocol/choices.hpp"

namespace dpscale {

/// How the batches of a run are cut.
struct batch_rule {
  std::uint64_t samples = 0, global_batch = 0;
  tail_rule tail = tail_rule::keep;
  shuffle_mode shuffle = shuffle_mode::epoch;
  std::uint64_t seed = 0;
};

/// Steps of an epoch; 0 where the tail is dropped and the batch is larger than the data.
constexpr std::uint64_t steps_per_epoch(const batch_rule& rule) {
  return data::batches_per_epoch(rule.samples, rule.global_batch, rule.tail);
}

/// One rank's part of a global batch; `index` is valid until the next call.
struct local_batch {
  std::uint64_t epoch;        ///< from 0
  std::uint64_t global_size;  ///< samples of all ranks
  data::range positions;      ///< this rank's positions in the epoch's order
  std::span<const std::uint32_t> index;
};

/// The endless sequence of one rank's batches: one permutation an epoch for all ranks, each global
/// batch split by shard_of.
class batch_stream {
 public:
  batch_stream(const batch_rule& rule, int rank, int ranks);
  local_batch next();
  /// Every local batch size that can occur, zero left out where others exist.
  [[nodiscard]] std::vector<std::size_t> local_sizes() const;
  /// Makes `step` (from 0, over all epochs) the next batch.
  void skip_to(std::uint64_t step);

 private:
  [[nodiscard]] data::range whole_range(std::uint64_t batch) const;
  [[nodiscard]] data::range local_range(std::uint64_t batch) const;

  batch_rule rule_;
  std::uint64_t rank_, ranks_;
  std::uint64_t epoch_ = 0, batch_ = 0, steps_;
  data::permutation order_;
  std::vector<std::uint32_t> index_;
};

}  // namespace dpscale
