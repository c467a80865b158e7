// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <cmath>

#include "trainers/kernels/cpu/launch_table.hpp"

namespace dpscale::kernels {

// Defined by kernels.cpp, once in each level's namespace.
namespace baseline {
const launch_table& level_launches();
}
#if defined(__x86_64__)
namespace x86_64_v3 {
const launch_table& level_launches();
}
namespace x86_64_v4 {
const launch_table& level_launches();
}
#endif

const launch_table& launches(backend::isa level) {
  assert(backend::supported(level));
  switch (level) {
#if defined(__x86_64__)
    case backend::isa::x86_64_v4:
      return x86_64_v4::level_launches();
    case backend::isa::x86_64_v3:
      return x86_64_v3::level_launches();
#endif
    default:
      return baseline::level_launches();
  }
}

adam_step make_adam_step(const adam_settings& s) {
  const auto t = static_cast<double>(s.step);
  const double correction1 = 1 - std::pow(s.beta1, t);
  const double root2 = std::sqrt(1 - std::pow(s.beta2, t));
  const double size = s.learning_rate / correction1;
  const auto f = [](double x) { return static_cast<float>(x); };
  return {f(s.learning_rate),
          f(s.beta1),
          f(s.beta2),
          f(s.epsilon),
          f(s.weight_decay),
          s.epsilon_keras,
          s.step,
          f(1 - s.beta1),
          f(1 - s.beta2),
          f(s.epsilon_keras ? size * root2 : size),
          f(s.epsilon_keras ? 1.0 : 1 / root2)};
}

}  // namespace dpscale::kernels
