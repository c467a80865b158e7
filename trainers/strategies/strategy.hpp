// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace dpscale::strategies {

/// What happens between a rank's gradient and its updated parameters. The step calls begin_step,
/// then on_gradient for consecutive spans of the flat gradient as they are born (first offset 0),
/// then end_step, after which the parameters are the next step's.
class strategy {
 public:
  virtual ~strategy() = default;
  /// `t`: the step's number, from 1.
  virtual void begin_step(std::uint64_t t) = 0;
  virtual void on_gradient(std::size_t offset, std::size_t count) = 0;
  virtual void end_step() = 0;
};

}  // namespace dpscale::strategies
