// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dpscale::bench {

// What a run's texts (cells, reasons) look like where people read them; see
// trainers/protocol/printable.hpp for what becomes of characters.

/// A cell's or a group's id on one line, at most 100 columns.
[[nodiscard]] std::string name_text(std::string_view id);
/// A reason on one line, at most 300 columns.
[[nodiscard]] std::string reason_text(std::string_view reason);

enum class align { left, right };
/// Printable `text` filled up with blanks to `width` columns.
[[nodiscard]] std::string padded(std::string text, std::size_t width, align side = align::left);

/// Rows of printable text as a table: the first and the last column to the left, the others to the
/// right, two blanks between them, no blanks at a line's end. Rows are of equal length.
[[nodiscard]] std::string aligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace dpscale::bench
