// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "trainers/data/data_files.hpp"
#include "trainers/data/gzip.hpp"
#include "trainers/data/idx.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::data {
namespace {

[[noreturn]] void fault(const std::string& line) {
  throw protocol::error(protocol::exit_code::bad_data, line);
}

/// The published sets, by a checksum of the training labels and the first 100 images.
std::string name_of(const dataset& train) {
  const std::span images(train.images);
  const std::size_t start = std::min(images.size(), 100 * train.features);
  switch (crc32(images.first(start), crc32(train.labels))) {
    case 0x3539C585:
      return "mnist";
    case 0x81A4B538:
      return "fashion-mnist";
    default:
      return "idx";
  }
}

/// Names the first label that has no output. `classes`: of both parts.
void check_labels(const std::string& path, const idx_array& labels, std::size_t outputs,
                  std::size_t classes) {
  const auto wrong = std::ranges::find_if(
      labels.bytes, [outputs](std::uint8_t label) { return label >= outputs; });
  if (wrong == labels.bytes.end()) return;
  const auto index = static_cast<std::size_t>(wrong - labels.bytes.begin());
  fault(
      fmt::format("{}: byte {}: label {} of sample {}, but the model's last width is {}, for "
                  "labels 0 to {}; where the labels are right (the largest is {}), use a --model "
                  "that ends in {}",
                  path, idx_header_bytes(1) + index, *wrong, index, outputs, outputs - 1,
                  classes - 1, classes));
}

dataset part_of(const std::string& images_path, const std::string& labels_path, idx_array labels,
                std::size_t classes) {
  idx_array images = read_idx(images_path, 3);
  if (images.shape[0] != labels.shape[0]) {
    fault(fmt::format("{}: byte 4: {} images, but {} has {} labels", images_path, images.shape[0],
                      labels_path, labels.shape[0]));
  }
  return {"idx",   images.shape[0],         images.shape[1] * images.shape[2],
          classes, std::move(images.bytes), std::move(labels.bytes)};
}

}  // namespace

train_and_test load_folder(const std::string& where, std::size_t outputs) {
  const data_files files = find_data_files(where);
  // The labels first: they are small, and what is wrong with them shows at once.
  idx_array train_labels = read_idx(files.train_labels, 1);
  idx_array test_labels = read_idx(files.test_labels, 1);
  const std::size_t classes = 1 + std::max<std::size_t>(std::ranges::max(train_labels.bytes),
                                                        std::ranges::max(test_labels.bytes));
  check_labels(files.train_labels, train_labels, outputs, classes);
  check_labels(files.test_labels, test_labels, outputs, classes);
  train_and_test both;
  both.test = part_of(files.test_images, files.test_labels, std::move(test_labels), classes);
  both.train = part_of(files.train_images, files.train_labels, std::move(train_labels), classes);
  if (both.test.features != both.train.features) {
    fault(fmt::format("{}: byte 8: images of {} pixels, but those of {} have {}", files.test_images,
                      both.test.features, files.train_images, both.train.features));
  }
  both.train.name = both.test.name = name_of(both.train);
  return both;
}

}  // namespace dpscale::data
