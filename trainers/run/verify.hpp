// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "trainers/run/context.hpp"
#include "trainers/run/difference.hpp"
#include "trainers/run/result.hpp"
#include "trainers/strategies/single.hpp"

namespace dpscale {

/// The proof behind --verify: the same batches, from the same parameters, through the run's
/// strategy on all ranks and, on rank 0, through one device with no exchange. Collective; only rank
/// 0's verdict counts.
template <typename Backend>
class verifier {
 public:
  verifier(rank_context<Backend>& context, const resident_data<Backend>& train)
      : context_(&context), train_(&train) {}

  verification run() {
    verification v;
    const std::uint64_t samples = train_->count();
    v.batch = std::min<std::uint64_t>(context_->setup.settings.global_batch, samples);
    v.uneven_batch = uneven(v.batch);
    v.gradient_tolerance = gradient_tolerance(v.batch);
    v.sgd_tolerance = 10 * v.gradient_tolerance;
    v.sgd_steps = 5;
    v.gradient_difference = gradients_after_one_step(v.batch);
    v.uneven_gradient_difference = gradients_after_one_step(v.uneven_batch);
    training_plan plan = plan_of(context_->setup, std::min(v.batch + v.uneven_batch, samples));
    plan.batches.tail = tail_rule::keep;
    v.optimizer_difference = parameters_after(plan, v.sgd_steps);
    plan.optimizer = {};
    plan.optimizer.kind = optimizer_kind::sgd;
    plan.optimizer.learning_rate = 0.05;
    v.sgd_difference = parameters_after(plan, v.sgd_steps);
    v.passed = v.gradient_difference <= v.gradient_tolerance &&
               v.uneven_gradient_difference <= v.gradient_tolerance &&
               v.sgd_difference <= v.sgd_tolerance;
    return v;
  }

 private:
  /// A batch that the ranks can't share evenly, as an epoch's last.
  [[nodiscard]] std::uint64_t uneven(std::uint64_t batch) const {
    const auto ranks = static_cast<std::uint64_t>(context_->ranks.size());
    const std::uint64_t half = std::max<std::uint64_t>(1, batch / 2);
    return half % ranks == 0 ? half + 1 : half;
  }

  double gradients_after_one_step(std::uint64_t batch) {
    training_plan plan = plan_of(context_->setup, std::min<std::uint64_t>(batch, train_->count()));
    plan.batches.global_batch = batch;
    plan.batches.tail = tail_rule::keep;
    return compare(plan, 1,
                   [](trainer<Backend>& t) -> std::span<const float> { return t.gradients(); });
  }

  double parameters_after(const training_plan& plan, std::uint64_t steps) {
    return compare(plan, steps,
                   [](trainer<Backend>& t) -> std::span<const float> { return t.parameters(); });
  }

  template <typename What>
  double compare(const training_plan& plan, std::uint64_t steps, const What& what) {
    auto& c = *context_;
    trainer<Backend> many(plan, *train_, {}, c.ranks.rank(), c.ranks.size(), c.stream, c.blas,
                          c.ledger, c.clock, c.make_strategy);
    advance(many, steps);
    if (c.ranks.rank() != 0) return 0;
    trainer<Backend> one(plan, *train_, {}, 0, 1, c.stream, c.blas, c.ledger, c.clock,
                         [](auto& state, auto& clock) {
                           return std::make_unique<strategies::single<Backend>>(state, clock);
                         });
    advance(one, steps);
    return largest_relative_difference(plan.shape, what(many), what(one));
  }

  void advance(trainer<Backend>& t, std::uint64_t steps) {
    context_->setup.shape.from_file_order(context_->setup.initial, t.parameters());
    for (std::uint64_t i = 0; i < steps; ++i) t.step();
  }

  rank_context<Backend>* context_;
  const resident_data<Backend>* train_;
};

}  // namespace dpscale
