// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/nearest.hpp"

#include <algorithm>
#include <numeric>

namespace dpscale::protocol {

namespace {

/// Insertions, deletions and replacements between two words (Levenshtein's distance).
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string name, const std::vector<std::string>& known) {
  std::replace(name.begin(), name.end(), '_', '-');
  std::string best;
  std::size_t least = std::min(std::max<std::size_t>(2, name.size() / 3) + 1, name.size());
  for (const std::string& candidate : known) {
    const bool begins = name.size() >= 3 && candidate.starts_with(name);
    const std::size_t far = begins ? 1 : distance(name, candidate);
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  const std::string best = nearest(name, known);
  return best.empty() ? "; see --help" : "; did you mean --" + best + "?";
}

}  // namespace dpscale::protocol
