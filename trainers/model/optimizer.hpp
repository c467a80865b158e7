// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "trainers/kernels/cpu/launch_table.hpp"
#include "trainers/kernels/cpu/launcher.hpp"
#include "trainers/protocol/choices.hpp"

namespace dpscale::model {

/// An optimizer's constants; learning rate and decay per step, coupled weight decay.
struct optimizer_settings {
  optimizer_kind kind = optimizer_kind::adam;
  double learning_rate = 1e-3, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, momentum = 0,
         weight_decay = 0;
  epsilon_mode epsilon_rule = epsilon_mode::torch;
};

/// Optimizer state of a flat parameter buffer, and the update of any span of it. Spans of one step
/// may be updated in any order, each once. Parameters and gradients are the caller's and must
/// outlive it.
template <typename Backend>
class optimizer {
 public:
  optimizer(const optimizer_settings& settings, float* parameters, const float* gradients,
            std::size_t size, profiles::memory_ledger& ledger)
      : settings_(settings),
        parameters_(parameters),
        gradients_(gradients),
        first_(settings.kind == optimizer_kind::sgd && settings.momentum == 0 ? 0 : size, ledger,
               profiles::memory_category::optimizer),
        second_(settings.kind == optimizer_kind::adam ? size : 0, ledger,
                profiles::memory_category::optimizer) {}

  /// Starts step `t`, counted from 1.
  void begin_step(std::uint64_t t) {
    if (settings_.kind == optimizer_kind::adam) {
      adam_ = kernels::make_adam_step({settings_.learning_rate, settings_.beta1, settings_.beta2,
                                       settings_.epsilon, settings_.weight_decay,
                                       settings_.epsilon_rule == epsilon_mode::keras, t});
    } else {
      const auto f = [](double v) { return static_cast<float>(v); };
      sgd_ = {f(settings_.learning_rate), f(settings_.momentum), f(settings_.weight_decay), t};
    }
  }

  /// Applies the gradients of [begin, begin + count) to the parameters there.
  void update(kernels::launcher<Backend>& launch, std::size_t begin, std::size_t count) {
    float* w = parameters_ + begin;
    const float* g = gradients_ + begin;
    if (settings_.kind == optimizer_kind::adam) {
      launch->adam(w, g, first_.data() + begin, second_.data() + begin, count, adam_);
    } else {
      launch->sgd(w, g, first_.size() == 0 ? nullptr : first_.data() + begin, count, sgd_);
    }
  }

 private:
  optimizer_settings settings_;
  float* parameters_;
  const float* gradients_;
  typename Backend::template buffer<float> first_, second_;
  kernels::adam_step adam_{};
  kernels::sgd_step sgd_{};
};

}  // namespace dpscale::model
