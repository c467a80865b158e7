// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "profiles/memory_ledger.hpp"
#include "profiles/phase_clock.hpp"
#include "profiles/range.hpp"
#include "trainers/data/dataset.hpp"
#include "trainers/model/mlp.hpp"
#include "trainers/step/batch_stream.hpp"
#include "trainers/strategies/replica.hpp"
#include "trainers/strategies/strategy.hpp"

namespace dpscale {

/// A data set in a device's memory.
template <typename Backend>
class resident_data {
 public:
  resident_data(const data::dataset& source, profiles::memory_ledger& ledger)
      : images_(source.images.size(), ledger, profiles::memory_category::dataset),
        labels_(source.labels.size(), ledger, profiles::memory_category::dataset),
        features_(source.features) {
    std::memcpy(images_.data(), source.images.data(), source.images.size());
    std::memcpy(labels_.data(), source.labels.data(), source.labels.size());
  }
  [[nodiscard]] model::samples view() const { return {images_.data(), labels_.data(), features_}; }
  [[nodiscard]] std::size_t count() const { return labels_.size(); }

 private:
  typename Backend::template buffer<std::uint8_t> images_, labels_;
  std::size_t features_;
};

/// What one rank trains with: shape, optimizer and how batches are cut.
struct training_plan {
  model::layout shape;
  model::optimizer_settings optimizer;
  batch_rule batches;
};

/// Makes the strategy of a rank over its replica.
template <typename Backend>
using strategy_factory = std::function<std::unique_ptr<strategies::strategy>(
    strategies::replica<Backend>&, profiles::phase_clock&)>;

/// One rank of a training run: its replica, its share of every batch, and the step. The data and
/// what the strategy holds must outlive it.
template <typename Backend>
class trainer {
 public:
  trainer(const training_plan& plan, const resident_data<Backend>& train,
          std::vector<std::size_t> evaluation_sizes, int rank, int ranks,
          typename Backend::stream& stream, const typename Backend::blas& blas,
          profiles::memory_ledger& ledger, profiles::phase_clock& clock,
          const strategy_factory<Backend>& make_strategy)
      : train_(&train),
        clock_(&clock),
        batches_(plan.batches, rank, ranks),
        state_(plan.shape.size(), plan.optimizer, stream, ledger),
        network_(plan.shape, sizes(std::move(evaluation_sizes)), stream, blas, ledger),
        strategy_(make_strategy(state_, clock)) {}

  /// One synchronous step of all ranks. Allocates nothing.
  void step() {
    const profiles::scoped_range range(profiles::step_range(), profiles::range_category::step,
                                       steps_ + 1);
    clock_->enter(profiles::phase::input);
    const local_batch batch = batches_.next();
    strategy_->begin_step(++steps_);
    const model::batch_result result = network_.gradient(
        train_->view(), batch.index.data(), batch.index.size(),
        1.0F / static_cast<float>(batch.global_size), state_.parameters().data(),
        state_.gradients().data(), *clock_,
        [this](std::size_t offset, std::size_t count) { strategy_->on_gradient(offset, count); });
    strategy_->end_step();
    clock_->enter(profiles::phase::other);
    loss_sum_ += result.loss_sum;
    samples_ += batch.index.size();
    last_ = batch;
  }

  /// Loss sum and correct count of the given samples with the parameters as they stand.
  model::batch_result evaluate(const resident_data<Backend>& data,
                               std::span<const std::uint32_t> index) {
    return network_.evaluate(data.view(), index.data(), index.size(), state_.parameters().data());
  }

  [[nodiscard]] std::span<float> parameters() { return state_.parameters(); }
  /// The gradient the last step's update used: after the exchange, where there is one.
  [[nodiscard]] std::span<const float> gradients() { return state_.gradients(); }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// This rank's samples, and the sum of their losses, since the last call of take_loss.
  struct tally {
    double loss_sum;
    std::uint64_t samples;
  };
  tally take_tally() { return {std::exchange(loss_sum_, 0.0), std::exchange(samples_, 0)}; }
  [[nodiscard]] const local_batch& last_batch() const { return last_; }

 private:
  std::vector<std::size_t> sizes(std::vector<std::size_t> evaluation_sizes) const {
    std::vector<std::size_t> all = batches_.local_sizes();
    all.insert(all.end(), evaluation_sizes.begin(), evaluation_sizes.end());
    return all;
  }

  const resident_data<Backend>* train_;
  profiles::phase_clock* clock_;
  batch_stream batches_;
  strategies::replica<Backend> state_;
  model::mlp<Backend> network_;
  std::unique_ptr<strategies::strategy> strategy_;
  std::uint64_t steps_ = 0, samples_ = 0;
  double loss_sum_ = 0;
  local_batch last_{};
};

}  // namespace dpscale
