// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "profiles/memory_ledger.hpp"
#include "profiles/phase_clock.hpp"
#include "trainers/model/optimizer.hpp"

namespace dpscale::strategies {

/// One device's copy of the training state: parameters, gradients and optimizer state, flat buffers
/// of equal size and order.
template <typename Backend>
class replica {
  using memory_category = profiles::memory_category;

 public:
  replica(std::size_t size, const model::optimizer_settings& settings,
          typename Backend::stream& stream, profiles::memory_ledger& ledger)
      : parameters_(size, ledger, memory_category::parameters),
        gradients_(size, ledger, memory_category::gradients),
        optimizer_(settings, parameters_.data(), gradients_.data(), size, ledger),
        launch_(stream) {}
  replica(const replica&) = delete;
  replica& operator=(const replica&) = delete;

  [[nodiscard]] std::span<float> parameters() { return parameters_.span(); }
  [[nodiscard]] std::span<float> gradients() { return gradients_.span(); }
  void begin_step(std::uint64_t t) { optimizer_.begin_step(t); }
  /// Applies the gradients of a span to its parameters.
  void update(std::size_t offset, std::size_t count) { optimizer_.update(launch_, offset, count); }

 private:
  typename Backend::template buffer<float> parameters_, gradients_;
  model::optimizer<Backend> optimizer_;
  kernels::launcher<Backend> launch_;
};

}  // namespace dpscale::strategies
