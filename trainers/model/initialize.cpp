// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/model/initialize.hpp"

#include <cmath>

#include "trainers/data/philox.hpp"

namespace dpscale::model {

namespace {

/// The `index`-th number of the parameters' stream, in [-1, 1).
float centred_uniform(std::uint64_t index, std::uint64_t seed) {
  const std::uint64_t block = index / 4;
  const auto words =
      data::philox({static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0,
                    static_cast<std::uint32_t>(data::random_stream::parameters)},
                   data::seed_key(seed));
  return 2.0F * data::unit_float(words[index % 4]) - 1.0F;
}

}  // namespace

std::vector<float> initial_parameters(const layout& shape, init_mode mode, std::uint64_t seed) {
  std::vector<float> file;
  file.reserve(shape.parameter_count());
  for (const layer& fc : shape.layers()) {
    const auto in = static_cast<double>(fc.in), out = static_cast<double>(fc.out);
    const double limit =
        mode == init_mode::torch ? 1.0 / std::sqrt(in) : std::sqrt(6.0 / (in + out));
    const auto scale = static_cast<float>(limit);
    for (std::size_t i = 0; i < fc.in * fc.out; ++i) {
      file.push_back(scale * centred_uniform(file.size(), seed));
    }
    for (std::size_t i = 0; i < fc.out; ++i) {
      const float value = scale * centred_uniform(file.size(), seed);
      file.push_back(mode == init_mode::torch ? value : 0.0F);
    }
  }
  return file;
}

}  // namespace dpscale::model
