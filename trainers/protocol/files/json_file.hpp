// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "trainers/protocol/exit_code.hpp"

namespace dpscale::protocol {

/// Levels of arrays and objects in one another that a document may have; ours have ten.
inline constexpr std::size_t deepest_json = 100;

/// `text` as JSON, read strictly: UTF-8 without a byte order mark, no key twice in an object, no
/// number beyond a double's range, nothing behind the document, at most deepest_json levels. Throws
/// error{code}, one line with `where`, line and column.
[[nodiscard]] nlohmann::json parse_json(const std::string& text, const std::string& where,
                                        exit_code code = exit_code::bad_data);

/// The document in the file at `path`, of at most `most_bytes`. Throws as read_file and parse_json.
[[nodiscard]] nlohmann::json read_json_file(const std::string& path, std::uint64_t most_bytes,
                                            exit_code no_file = exit_code::bad_data);

}  // namespace dpscale::protocol
