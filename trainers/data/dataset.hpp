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
  std::size_t count = 0, features = 0, classes = 10;
  std::vector<std::uint8_t> images, labels;
};

struct train_and_test {
  dataset train, test;
};

/// What `--data` names: "synthetic[:N]" (N training samples of 28 x 28, default 60000, and N / 6
/// test samples, 1 to 10000 of them) or a folder with the four IDX files
/// (train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte,
/// t10k-labels-idx1-ubyte, each plain or with .gz; gzip is told by content). `seed` makes the
/// synthetic samples. Throws protocol::error: usage for a malformed N, bad_data with file, offset
/// and expected value for each fault of the files.
train_and_test load(const std::string& where, std::uint64_t seed);

/// Keeps the first `count` samples; no effect where there are fewer.
void limit(dataset& samples, std::size_t count);

}  // namespace dpscale::data
