// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "trainers/model/layout.hpp"
#include "trainers/protocol/choices.hpp"

namespace dpscale::model {

/// Initial parameters in the files' order, a pure function of (shape, mode, seed), the same on
/// every backend. torch: weights and bias uniform in +-1/sqrt(fan_in), as torch.nn.Linear. keras:
/// Glorot uniform
/// (+-sqrt(6/(fan_in+fan_out)), Glorot and Bengio 2010), zero bias.
std::vector<float> initial_parameters(const layout& shape, init_mode mode, std::uint64_t seed);

}  // namespace dpscale::model
