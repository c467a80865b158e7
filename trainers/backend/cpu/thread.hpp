// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace dpscale::backend {

/// The cores a device may be pinned to: one processing unit of each physical core this process may
/// run on, in the machine's order. Read with hwloc, the process's affinity respected.
std::vector<int> usable_cores();

/// Pins the calling thread to `core` (a logical processor's number as the system counts). False
/// where the system refuses.
bool pin_this_thread(int core);

/// Makes the calling thread treat subnormal numbers as zero, in operands and results (Adam's
/// moments decay into them, and arithmetic on them is many times slower). False where this
/// processor can't.
bool flush_subnormals();

}  // namespace dpscale::backend
