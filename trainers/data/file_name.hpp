// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dpscale::data {

/// Roles of the files of a data set: images and labels to train with, then those to test with.
inline constexpr std::size_t roles = 4;

/// An IDX file's name taken apart.
struct file_name {
  std::string prefix;  ///< without the dash behind it; often empty
  std::size_t role;    ///< below `roles`
  int rank;            ///< of names that mean the same file the lowest wins
};

/// What `name` means, if it is the name of a data set's file.
std::optional<file_name> parse_file_name(std::string_view name);

/// The name a file has where MNIST is published, with `prefix`.
std::string usual_name(const std::string& prefix, std::size_t role);

}  // namespace dpscale::data
