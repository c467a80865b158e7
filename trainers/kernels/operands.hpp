// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace dpscale::kernels {

/// A dense row-major block: `rows` x `cols` elements, consecutive rows `ld` elements apart.
/// On the CPU ld is a multiple of 16 (64 bytes) and every base pointer is 64-byte aligned, so a
/// body may read (never write non-zero) the gap columns [cols, ld) of the same row.
struct extent {
  std::size_t rows, cols, ld;
};

/// What a user sets of Adam, and the step's number t, from 1.
/// epsilon_keras false: w -= lr * m' / (sqrt(v') + epsilon) with the bias-corrected
/// m' = m / (1 - beta1^t), v' = v / (1 - beta2^t) (torch.optim.Adam). true: w -= lr_t * m /
/// (sqrt(v) + epsilon) with lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t) (tf.keras).
/// weight_decay is coupled (added to g).
struct adam_settings {
  double learning_rate, beta1, beta2, epsilon, weight_decay;
  bool epsilon_keras;
  std::uint64_t step;
};

/// One Adam step's constants, made by make_adam_step: both epsilon modes are
/// w -= step_size * m / (sqrt(v) * root_scale + epsilon).
struct adam_step {
  float learning_rate, beta1, beta2, epsilon, weight_decay;
  bool epsilon_keras;
  std::uint64_t step;  ///< t, from 1
  float new1, new2;    ///< 1 - beta1, 1 - beta2
  float step_size, root_scale;
};

/// The constants of step `s.step`, powers and bias corrections in float64. Once a step, however
/// many slices it is applied to.
[[nodiscard]] adam_step make_adam_step(const adam_settings& s);

/// SGD with momentum as torch.optim.SGD: b = momentum*b + g (b = g at step 1), w -= lr*b.
/// weight_decay is coupled (added to g).
struct sgd_step {
  float learning_rate, momentum, weight_decay;
  std::uint64_t step;
};

}  // namespace dpscale::kernels
