// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/step/batch_stream.hpp"

#include <cassert>
#include <numeric>

namespace dpscale {

batch_stream::batch_stream(const batch_rule& rule, int rank, int ranks)
    : rule_(rule),
      rank_(static_cast<std::uint64_t>(rank)),
      ranks_(static_cast<std::uint64_t>(ranks)),
      steps_(steps_per_epoch(rule)),
      order_(rule.seed, 0, rule.samples) {
  assert(steps_ > 0);
  index_.resize(local_range(0).size());
}

data::range batch_stream::whole_range(std::uint64_t batch) const {
  return data::batch_range(rule_.samples, rule_.global_batch, batch);
}

data::range batch_stream::local_range(std::uint64_t batch) const {
  return data::local_range(whole_range(batch), rank_, ranks_);
}

local_batch batch_stream::next() {
  const data::range mine = local_range(batch_);
  const std::span<std::uint32_t> index(index_.data(), mine.size());
  if (rule_.shuffle == shuffle_mode::epoch) {
    order_.fill(mine.begin, mine.end, index.data());
  } else {
    std::iota(index.begin(), index.end(), static_cast<std::uint32_t>(mine.begin));
  }
  const local_batch batch{epoch_, whole_range(batch_).size(), mine, index};
  if (++batch_ == steps_) {
    batch_ = 0;
    ++epoch_;
    order_ = data::permutation(rule_.seed, epoch_, rule_.samples);
  }
  return batch;
}

void batch_stream::skip_to(std::uint64_t step) {
  epoch_ = step / steps_;
  batch_ = step % steps_;
  order_ = data::permutation(rule_.seed, epoch_, rule_.samples);
}

std::vector<std::size_t> batch_stream::local_sizes() const {
  std::vector<std::size_t> sizes{local_range(0).size()};
  const std::size_t last = local_range(steps_ - 1).size();
  if (last != 0 && last != sizes.front()) sizes.push_back(last);
  return sizes;
}

}  // namespace dpscale
