// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "trainers/comm/local.hpp"

namespace dpscale::comm {

/// Runs `body(rank)` on one thread a rank, thread `r` pinned to `cores[r]` (no pinning where cores
/// is empty) and subnormals flushed. Returns when all have ended. If bodies throw, the group is
/// aborted and the first failure that isn't a consequence of another's is thrown; where the system
/// refuses a thread, protocol::error (unsupported).
void run_ranks(local_group& group, const std::vector<int>& cores,
               const std::function<void(int)>& body);

}  // namespace dpscale::comm
