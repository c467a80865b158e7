// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/file_name.hpp"

#include <fmt/format.h>

#include <array>

namespace dpscale::data {
namespace {

constexpr int dot_rank = 1, gzip_rank = 2, test_rank = 4;

/// A way to write a role; the usual ones first, in the order of the roles.
struct word {
  std::string_view part, kind;
  std::size_t role;
  int rank;
};
constexpr std::array words{word{"train-images", "idx3-ubyte", 0, 0},
                           word{"train-labels", "idx1-ubyte", 1, 0},
                           word{"t10k-images", "idx3-ubyte", 2, 0},
                           word{"t10k-labels", "idx1-ubyte", 3, 0},
                           word{"test-images", "idx3-ubyte", 2, test_rank},
                           word{"test-labels", "idx1-ubyte", 3, test_rank}};

/// What stands before `end` in `name` and the dash between; none where `name` ends otherwise.
std::optional<std::string> prefix_before(std::string_view end, std::string_view name) {
  if (name == end) return "";
  if (!name.ends_with(end)) return std::nullopt;
  name.remove_suffix(end.size());
  if (name.size() < 2 || !name.ends_with('-')) return std::nullopt;
  return std::string(name.substr(0, name.size() - 1));
}

}  // namespace

std::optional<file_name> parse_file_name(std::string_view name) {
  const bool packed = name.ends_with(".gz");
  if (packed) name.remove_suffix(3);
  for (const word& w : words) {
    for (const char dash : {'-', '.'}) {
      const auto prefix = prefix_before(fmt::format("{}{}{}", w.part, dash, w.kind), name);
      if (!prefix) continue;
      const int rank = w.rank + (packed ? gzip_rank : 0) + (dash == '.' ? dot_rank : 0);
      return file_name{*prefix, w.role, rank};
    }
  }
  return std::nullopt;
}

std::string usual_name(const std::string& prefix, std::size_t role) {
  const word& w = words.at(role);
  return fmt::format("{}{}{}-{}", prefix, prefix.empty() ? "" : "-", w.part, w.kind);
}

}  // namespace dpscale::data
