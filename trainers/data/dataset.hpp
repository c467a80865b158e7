// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dpscale::data {

/// Samples in memory: `images` is count x features bytes (row-major), `labels` count bytes, each <
/// classes.
struct dataset {
  std::string name;  ///< "mnist", "fashion-mnist", "synthetic" or "idx"; never a path
  std::size_t count = 0, features = 0;
  std::size_t classes = 0;  ///< of the whole data set: its largest label, in either part, and one
  std::vector<std::uint8_t> images, labels;
};

struct train_and_test {
  dataset train, test;
};

/// Labels are bytes.
inline constexpr std::size_t most_classes = 256;

/// What `--data` names: "synthetic[:N]" (N training samples of 28 x 28 in 10 classes, default
/// 60000, and N / 6 test samples, 1 to 10000 of them) or four IDX files (see find_data_files; gzip
/// is told by content). `seed` makes the synthetic samples. `outputs`: of the model; a file's label
/// must be below. Throws protocol::error: usage for a malformed N, bad_data with file, offset and
/// expected value for each fault of the files.
train_and_test load(const std::string& where, std::uint64_t seed,
                    std::size_t outputs = most_classes);

/// Keeps the first `count` samples; no effect where there are fewer.
void limit(dataset& samples, std::size_t count);

}  // namespace dpscale::data
