// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "trainers/data/gzip.hpp"
#include "trainers/data/idx.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::data {
namespace {

constexpr std::size_t classes = 10;
constexpr std::array<std::string_view, 4> file_names = {
    "train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte",
    "t10k-labels-idx1-ubyte"};

[[noreturn]] void fault(const std::string& line) {
  throw protocol::error(protocol::exit_code::bad_data, line);
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// `folder`/`name` or the same with .gz; empty where neither is there.
std::string find_file(const std::string& folder, std::string_view name) {
  std::string plain = fmt::format("{}{}{}", folder, folder.ends_with('/') ? "" : "/", name);
  if (exists(plain)) return plain;
  return exists(plain + ".gz") ? plain + ".gz" : std::string();
}

std::array<std::string, 4> find_files(const std::string& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    fault(fmt::format(
        "{}: {}; --data takes a folder with {} (each plain or with .gz), or "
        "synthetic[:N]",
        folder, exists(folder) ? "not a folder" : "no such folder", fmt::join(file_names, ", ")));
  }
  std::array<std::string, 4> paths;
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    paths[i] = find_file(folder, file_names[i]);
    if (paths[i].empty()) missing.push_back(fmt::format("{0} or {0}.gz", file_names[i]));
  }
  if (!missing.empty()) fault(fmt::format("{}: no {}", folder, fmt::join(missing, ", no ")));
  return paths;
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

dataset read_part(const std::string& images_path, const std::string& labels_path) {
  // The labels first: they are small, and what is wrong with them shows at once.
  idx_array labels = read_idx(labels_path, 1);
  const auto wrong =
      std::ranges::find_if(labels.bytes, [](std::uint8_t label) { return label >= classes; });
  if (wrong != labels.bytes.end()) {
    const auto index = static_cast<std::size_t>(wrong - labels.bytes.begin());
    fault(fmt::format("{}: byte {}: label {} of sample {}, expected 0 to {}", labels_path,
                      idx_header_bytes(1) + index, *wrong, index, classes - 1));
  }
  idx_array images = read_idx(images_path, 3);
  if (images.shape[0] != labels.shape[0]) {
    fault(fmt::format("{}: byte 4: {} images, but {} has {} labels", images_path, images.shape[0],
                      labels_path, labels.shape[0]));
  }
  return {"idx",   images.shape[0],         images.shape[1] * images.shape[2],
          classes, std::move(images.bytes), std::move(labels.bytes)};
}

}  // namespace

train_and_test load_folder(const std::string& folder) {
  const auto paths = find_files(folder);
  train_and_test both;
  both.test = read_part(paths[2], paths[3]);
  both.train = read_part(paths[0], paths[1]);
  if (both.test.features != both.train.features) {
    fault(fmt::format("{}: byte 8: images of {} pixels, but those of {} have {}", paths[2],
                      both.test.features, paths[0], both.train.features));
  }
  both.train.name = both.test.name = name_of(both.train);
  return both;
}

bool has_dataset(const std::string& folder) {
  return std::ranges::all_of(
      file_names, [&](std::string_view name) { return !find_file(folder, name).empty(); });
}

}  // namespace dpscale::data
