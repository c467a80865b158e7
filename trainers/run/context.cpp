// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/context.hpp"

namespace dpscale {

training_plan plan_of(const run_setup& setup, std::uint64_t samples) {
  const config& c = setup.settings;
  return {setup.shape,
          {c.optimizer, c.learning_rate, c.beta1, c.beta2, c.epsilon, c.momentum, c.weight_decay,
           c.epsilon_rule},
          {samples, c.global_batch, c.tail, c.shuffle, c.seed}};
}

}  // namespace dpscale
