// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "profiles/phase_ranges.hpp"

#include <vector>

namespace dpscale::profiles {
namespace {

const range_name& range_of(phase p) {
  static const std::vector<range_name> names = [] {
    std::vector<range_name> all;
    for (std::size_t i = 0; i < phase_count; ++i) {
      all.emplace_back(name(static_cast<phase>(i)).data());
    }
    return all;
  }();
  return names[static_cast<std::size_t>(p)];
}

}  // namespace

const range_name& step_range() {
  static const range_name registered("step");
  return registered;
}

phase_ranges::phase_ranges() : live_(range_of(phase::other).live()) {}

void phase_ranges::change(phase next) {
  open_.reset();
  if (next != phase::other) open_.emplace(range_of(next), range_category::phase);
}

}  // namespace dpscale::profiles
