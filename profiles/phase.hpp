// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace dpscale::profiles {

/// Where a step's time goes; the phases of the record. `exchange` is the exposed part only.
enum class phase { input, forward, loss, backward, exchange, wait, optimizer, other };
inline constexpr std::size_t phase_count = 8;

/// The phase's name in the record and in a trace; a string that ends in a zero, for ever valid.
std::string_view name(phase p);

}  // namespace dpscale::profiles
