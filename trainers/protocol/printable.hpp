// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dpscale::protocol {

// Text from elsewhere (names of files and presets, what a trainer said) on its way to people. For
// reading, not for parsing: a backslash in the text stays one.

/// What stays as it is besides printable characters.
enum class whitespace { none, newlines, all };

/// `text` without anything that acts on a terminal or reorders what is read: control characters,
/// marks of direction, invisible characters and bytes that are no UTF-8 become "\n", "\x1b",
/// "\u202e". One line where no newlines are kept; `all` keeps tabs and carriage returns too.
[[nodiscard]] std::string printable(std::string_view text, whitespace kept = whitespace::none);

/// Columns of a terminal that printable text takes.
[[nodiscard]] std::size_t columns(std::string_view text);

/// Printable `text` in at most `most` columns (16 or more): where it is longer, "[...]" stands for
/// its middle. A message's beginning says what happened and its end what to do.
[[nodiscard]] std::string shortened(std::string text, std::size_t most);

/// Prints "program: line" on standard error, printable, on one line and of bearable length.
void complain(std::string_view program, std::string_view line);

}  // namespace dpscale::protocol
