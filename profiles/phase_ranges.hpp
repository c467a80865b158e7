// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "profiles/phase.hpp"
#include "profiles/range.hpp"

namespace dpscale::profiles {

/// The phases of one thread as ranges: `enter` closes the phase before and opens the next. `other`
/// has no range, so that nothing is open between steps. Make it outside timed code.
class phase_ranges {
 public:
  phase_ranges();
  [[nodiscard]] bool live() const { return live_; }
  void enter(phase next) {
    if (live_) change(next);
  }

 private:
  void change(phase next);
  bool live_;
  std::optional<scoped_range> open_;
};

}  // namespace dpscale::profiles
