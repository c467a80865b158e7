// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace dpscale::backend {

/// Instruction-set levels the CPU kernels are built for (the x86-64 psABI levels; `baseline` is v2
/// on x86-64 and plain armv8-a on arm64).
enum class isa { baseline, x86_64_v3, x86_64_v4 };

/// "x86-64-v2" | "aarch64", "x86-64-v3", "x86-64-v4"
std::string_view name(isa level);

/// The level called `text` (as `name` gives it), if this build has it.
std::optional<isa> isa_from_name(std::string_view text);

/// Whether this machine runs `level`.
bool supported(isa level);

/// The highest level this machine runs.
isa best_isa();

}  // namespace dpscale::backend
