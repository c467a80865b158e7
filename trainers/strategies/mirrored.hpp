// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/comm/communicator.hpp"
#include "trainers/strategies/replica.hpp"
#include "trainers/strategies/strategy.hpp"

namespace dpscale::strategies {

/// TensorFlow's MirroredStrategy: every replica keeps parameters and optimizer state; after the
/// backward pass the gradients, packed in one buffer, are summed over the replicas, and every
/// replica makes the same update.
template <typename Backend>
class mirrored final : public strategy {
 public:
  mirrored(replica<Backend>& state, comm::communicator& communicator, profiles::phase_clock& clock)
      : state_(&state), communicator_(&communicator), clock_(&clock) {}
  void begin_step(std::uint64_t t) override { state_->begin_step(t); }
  void on_gradient(std::size_t, std::size_t) override {}
  void end_step() override {
    communicator_->all_reduce(state_->gradients());
    clock_->enter(profiles::phase::optimizer);
    state_->update(0, state_->gradients().size());
    clock_->enter(profiles::phase::other);
  }

 private:
  replica<Backend>* state_;
  comm::communicator* communicator_;
  profiles::phase_clock* clock_;
};

}  // namespace dpscale::strategies
