// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

#include "trainers/data/folder.hpp"
#include "trainers/data/synthetic.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::data {
namespace {

constexpr std::string_view synthetic_word = "synthetic";
constexpr std::size_t default_count = 60000, most_test = 10000, features = 784, classes = 10;

/// N of "synthetic[:N]"; none where `where` is a folder.
std::optional<std::size_t> synthetic_count(std::string_view where) {
  if (where == synthetic_word) return default_count;
  if (!where.starts_with("synthetic:")) return std::nullopt;
  const std::string_view digits = where.substr(synthetic_word.size() + 1);
  std::uint32_t count = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (fault != std::errc{} || end != digits.data() + digits.size() || count == 0) {
    throw protocol::error(protocol::exit_code::usage,
                          fmt::format("--data {}: expected synthetic:N with N from 1 to {} samples",
                                      where, std::numeric_limits<std::uint32_t>::max()));
  }
  return count;
}

}  // namespace

train_and_test load(const std::string& where, std::uint64_t seed, std::size_t outputs) {
  const std::optional<std::size_t> count = synthetic_count(where);
  if (!count) return load_folder(where, outputs);
  const std::size_t test = std::clamp<std::size_t>(*count / 6, 1, most_test);
  return {synthetic(*count, features, classes, seed, split::train),
          synthetic(test, features, classes, seed, split::test)};
}

void limit(dataset& samples, std::size_t count) {
  if (count >= samples.count) return;
  samples.count = count;
  samples.images.resize(count * samples.features);
  samples.labels.resize(count);
}

}  // namespace dpscale::data
