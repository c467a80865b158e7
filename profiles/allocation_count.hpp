// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace dpscale::profiles {

/// Heap allocations the calling thread has made through operator new since it started. Programs
/// that link this file count every one.
std::uint64_t allocations_of_this_thread();

}  // namespace dpscale::profiles
