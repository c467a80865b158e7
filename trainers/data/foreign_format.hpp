// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace dpscale::data {

/// Bytes from a file's start that are enough to tell its format.
inline constexpr std::size_t format_bytes = 64;

/// What people often have in place of an IDX file (a zip archive, an HTML page, a Git LFS pointer)
/// and what to do about it, told by the file's first bytes; empty for anything else.
std::string foreign_format(std::span<const std::uint8_t> start);

/// The same of a file; empty too where it can't be read.
std::string format_of_file(const std::string& path);

}  // namespace dpscale::data
