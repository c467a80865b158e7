// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// range.hpp where the build has no NVTX: nothing is ever live.
#include "profiles/range.hpp"

namespace dpscale::profiles {

range_name::range_name(const char* text) : text_(text) {}

void scoped_range::push(const range_name& /*name*/, range_category /*category*/,
                        std::optional<std::uint64_t> /*payload*/) noexcept {}

void scoped_range::pop() noexcept {}

bool ranges_built_in() { return false; }

}  // namespace dpscale::profiles
