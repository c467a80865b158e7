// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace dpscale::bench {

/// Physical cores this process may run on (its affinity counts, hyper-threads do not); at least 1.
[[nodiscard]] int usable_cores();

}  // namespace dpscale::bench
