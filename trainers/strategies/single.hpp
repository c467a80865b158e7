// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/strategies/replica.hpp"
#include "trainers/strategies/strategy.hpp"

namespace dpscale::strategies {

/// One device, no exchange: each span is updated the moment its gradient is born, while it is in
/// the first-level cache.
template <typename Backend>
class single final : public strategy {
 public:
  single(replica<Backend>& state, profiles::phase_clock& clock) : state_(&state), clock_(&clock) {}
  void begin_step(std::uint64_t t) override { state_->begin_step(t); }
  void on_gradient(std::size_t offset, std::size_t count) override {
    clock_->enter(profiles::phase::optimizer);
    state_->update(offset, count);
    clock_->enter(profiles::phase::backward);
  }
  void end_step() override {}

 private:
  replica<Backend>* state_;
  profiles::phase_clock* clock_;
};

}  // namespace dpscale::strategies
