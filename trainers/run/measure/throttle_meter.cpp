// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/measure/throttle_meter.hpp"

#include <algorithm>

namespace dpscale {

void throttle_meter::stop() {
  const auto now = read_();
  // Moved to another group meanwhile: the two counts have nothing to do with each other.
  if (!before_ || !now || now->periods < before_->periods) total_.reset();
  if (!total_) return;
  total_->periods += now->periods - before_->periods;
  total_->seconds += std::max(0.0, now->seconds - before_->seconds);
}

}  // namespace dpscale
