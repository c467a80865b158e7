// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// What synchronous data parallelism must mean: N devices equal one.
#include <gtest/gtest.h>

#include "tests/support/ranks.hpp"
#include "trainers/run/verify.hpp"

namespace dpscale::tests {
namespace {

class mirrored_on : public testing::TestWithParam<int> {};

TEST_P(mirrored_on, equals_one_device_after_steps_of_sgd_with_uneven_tails) {
  const run_setup setup = small_setup({60, 33, 10}, 101, 32);  // batches of 32, 32, 32, 5
  training_plan plan = plan_of(setup, setup.data.train.count);
  plan.optimizer.kind = optimizer_kind::sgd;
  plan.optimizer.learning_rate = 0.1;
  const outcome one = train_ranks(setup, plan, 1, 9, make_single);

  const outcome many = train_ranks(setup, plan, GetParam(), 9);

  EXPECT_LT(relative_difference(many.parameters[0], one.parameters[0]), 1e-6);
}

TEST_P(mirrored_on, every_replica_has_the_same_bits_and_so_has_the_next_run) {
  const run_setup setup = small_setup({60, 33, 10}, 101, 32);
  const training_plan plan = plan_of(setup, setup.data.train.count);
  const outcome first = train_ranks(setup, plan, GetParam(), 20);
  const outcome second = train_ranks(setup, plan, GetParam(), 20);
  for (const auto& replica : first.parameters) EXPECT_EQ(replica, first.parameters[0]);
  EXPECT_EQ(first.parameters, second.parameters);
}

TEST_P(mirrored_on, a_batch_smaller_than_the_ranks_is_legal) {
  const run_setup setup = small_setup({60, 33, 10}, 7, 3);
  training_plan plan = plan_of(setup, setup.data.train.count);
  plan.optimizer.kind = optimizer_kind::sgd;
  const outcome one = train_ranks(setup, plan, 1, 5, make_single);
  const outcome many = train_ranks(setup, plan, GetParam(), 5);
  EXPECT_LT(relative_difference(many.parameters[0], one.parameters[0]), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(ranks, mirrored_on, testing::Values(1, 2, 3, 8));

/// A wrong strategy: scales the local gradient before the exchange.
class scaled_exchange final : public strategies::strategy {
 public:
  scaled_exchange(strategies::replica<cpu>& state, comm::communicator& communicator, float factor)
      : state_(&state), communicator_(&communicator), factor_(factor) {}
  void begin_step(std::uint64_t t) override { state_->begin_step(t); }
  void on_gradient(std::size_t, std::size_t) override {}
  void end_step() override {
    for (float& g : state_->gradients()) g *= factor_;
    communicator_->all_reduce(state_->gradients());
    state_->update(0, state_->gradients().size());
  }

 private:
  strategies::replica<cpu>* state_;
  comm::communicator* communicator_;
  float factor_;
};

/// No exchange at all: every rank goes its own way.
class no_exchange final : public strategies::strategy {
 public:
  explicit no_exchange(strategies::replica<cpu>& state) : state_(&state) {}
  void begin_step(std::uint64_t t) override { state_->begin_step(t); }
  void on_gradient(std::size_t, std::size_t) override {}
  void end_step() override { state_->update(0, state_->gradients().size()); }

 private:
  strategies::replica<cpu>* state_;
};

bool verifies(const make_strategy& make) {
  const run_setup setup = small_setup({60, 33, 10}, 101, 32);
  bool passed = false;
  on_ranks(setup, 2, make, [&](test_rank r) {
    const resident_data<cpu> train(setup.data.train, r.context.ledger);
    const verification v = verifier<cpu>(r.context, train).run();
    if (r.context.ranks.rank() == 0) passed = v.passed;
  });
  return passed;
}

TEST(verify, accepts_mirrored) { EXPECT_TRUE(verifies(make_mirrored)); }

TEST(verify, refuses_a_mean_of_means_a_doubled_sum_and_a_missing_exchange) {
  const auto scaled = [](float factor) {
    return [factor](auto& state, auto& communicator, auto&) {
      return std::make_unique<scaled_exchange>(state, communicator, factor);
    };
  };
  EXPECT_TRUE(verifies(scaled(1.0F)));
  EXPECT_FALSE(verifies(scaled(0.5F)));
  EXPECT_FALSE(verifies(scaled(2.0F)));
  EXPECT_FALSE(
      verifies([](auto& state, auto&, auto&) { return std::make_unique<no_exchange>(state); }));
}

}  // namespace
}  // namespace dpscale::tests
