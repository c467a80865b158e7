// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/run/result.hpp"

namespace dpscale {

/// The checks after every run: replicas equal bit for bit, the last batch's order the one that a
/// single device would have used, the probe loss finite and, where at least one epoch's worth or a
/// measurement was run, lower than at the start. Sets code and reason.
void judge(run_result& result);

}  // namespace dpscale
