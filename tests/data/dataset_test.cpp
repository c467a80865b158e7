// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/dataset.hpp"

#include <array>
#include <cstdlib>

#include "tests/data/idx_files.hpp"

namespace dpscale::data {
namespace {

const std::string train_images = "train-images-idx3-ubyte",
                  train_labels = "train-labels-idx1-ubyte", test_images = "t10k-images-idx3-ubyte",
                  test_labels = "t10k-labels-idx1-ubyte";

class folder : public testing::Test {
 protected:
  folder() {
    files_.write(train_images, idx_bytes({12, 2, 3}));
    files_.write(train_labels + ".gz", gzipped(idx_bytes({12}, 10)));
    files_.write(test_images + ".gz", gzipped(idx_bytes({4, 2, 3}, 256, 100)));
    files_.write(test_labels, idx_bytes({4}, 10, 6));
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return files_.path() + "/" + name;
  }
  [[nodiscard]] std::string complaint() const {
    return fault_of([this] { static_cast<void>(load(files_.path(), 0)); });
  }

  scratch_folder files_;
};

TEST_F(folder, is_read_plain_and_packed_files_mixed) {
  for (const char* slash : {"", "/"}) {
    const train_and_test both = load(files_.path() + slash, 0);
    EXPECT_EQ(both.train.name, "idx");
    EXPECT_EQ(both.test.name, "idx");
    EXPECT_EQ(both.train.count, 12U);
    EXPECT_EQ(both.train.features, 6U);
    EXPECT_EQ(both.train.classes, 10U);
    EXPECT_EQ(both.train.images.size(), 72U);
    EXPECT_EQ(both.train.images[71], 71);
    EXPECT_EQ(both.train.labels, (bytes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1}));
    EXPECT_EQ(both.test.count, 4U);
    EXPECT_EQ(both.test.images[0], 100);
    EXPECT_EQ(both.test.labels, (bytes{6, 7, 8, 9}));
  }
}

TEST_F(folder, names_a_label_that_the_model_has_no_output_for) {
  bytes labels = idx_bytes({12}, 10);
  labels[8 + 5] = 12;
  files_.write(train_labels, labels);
  EXPECT_EQ(fault_of([this] { static_cast<void>(load(files_.path(), 0, 10)); }),
            path(train_labels) +
                ": byte 13: label 12 of sample 5, but the model's last width is 10, for labels 0 "
                "to 9; where the labels are right (the largest is 12), use a --model that ends in "
                "13");
  EXPECT_EQ(load(files_.path(), 0, 13).train.count, 12U);
}

TEST_F(folder, has_as_many_classes_as_its_largest_label_in_either_part_says) {
  for (const auto& [train, test, classes] :
       {std::array{7, 5, 8}, std::array{5, 7, 8}, std::array{0, 0, 1}, std::array{61, 26, 62},
        std::array{255, 0, 256}}) {
    bytes labels = idx_bytes({12}, 1);
    labels[8 + 11] = static_cast<std::uint8_t>(train);
    files_.write(train_labels + ".gz", gzipped(labels));
    labels = idx_bytes({4}, 1);
    labels[8] = static_cast<std::uint8_t>(test);
    files_.write(test_labels, labels);
    const train_and_test both = load(files_.path(), 0);
    EXPECT_EQ(both.train.classes, static_cast<std::size_t>(classes));
    EXPECT_EQ(both.test.classes, static_cast<std::size_t>(classes));
  }
}

TEST_F(folder, a_test_label_is_checked_as_well) {
  EXPECT_EQ(fault_of([this] {
              files_.write(train_labels + ".gz", gzipped(idx_bytes({12}, 3)));
              static_cast<void>(load(files_.path(), 0, 9));
            }).find(path(test_labels) + ": byte 11: label 9 of sample 3, but"),
            0U);
}

TEST_F(folder, names_counts_that_differ) {
  files_.write(train_labels, idx_bytes({11}, 10));
  EXPECT_EQ(complaint(), path(train_images) + ": byte 4: 12 images, but " + path(train_labels) +
                             " has 11 labels");
}

TEST_F(folder, names_parts_of_different_shape) {
  files_.write(test_images, idx_bytes({4, 2, 2}));
  EXPECT_EQ(complaint(), path(test_images) + ": byte 8: images of 4 pixels, but those of " +
                             path(train_images) + " have 6");
}

TEST_F(folder, passes_on_what_is_wrong_with_a_file) {
  bytes cut = idx_bytes({12, 2, 3});
  cut.resize(60);
  files_.write(train_images, cut);
  EXPECT_EQ(complaint(),
            path(train_images) +
                ": byte 60: too short for its dimensions 12 x 2 x 3; found 60 bytes, expected 88");
}

TEST(load, makes_synthetic_samples) {
  const train_and_test both = load("synthetic:600", 3);
  EXPECT_EQ(both.train.count, 600U);
  EXPECT_EQ(both.test.count, 100U);
  EXPECT_EQ(both.train.features, 784U);
  EXPECT_EQ(both.train.name, "synthetic");
  EXPECT_EQ(load("synthetic:1", 3).test.count, 1U);
  const train_and_test plain = load("synthetic", 3);
  EXPECT_EQ(plain.train.count, 60000U);
  EXPECT_EQ(plain.test.count, 10000U);
}

TEST(load, refuses_a_malformed_count) {
  for (const char* where :
       {"synthetic:", "synthetic:0", "synthetic:-1", "synthetic:1k", "synthetic:+5", "synthetic: 5",
        "synthetic:4294967296", "synthetic:1.5"}) {
    EXPECT_EQ(fault_of([&] { static_cast<void>(load(where, 0)); }, protocol::exit_code::usage),
              std::string("--data ") + where +
                  ": expected synthetic:N with N from 1 to 4294967295 samples");
  }
}

TEST(limit, keeps_the_first_samples) {
  dataset samples{"idx", 3, 2, 10, {1, 2, 3, 4, 5, 6}, {7, 8, 9}};
  limit(samples, 5);
  EXPECT_EQ(samples.count, 3U);
  limit(samples, 2);
  EXPECT_EQ(samples.count, 2U);
  EXPECT_EQ(samples.images, (bytes{1, 2, 3, 4}));
  EXPECT_EQ(samples.labels, (bytes{7, 8}));
}

void expect_published_set(const std::string& where, const std::string& name, int first_label) {
  const train_and_test both = load(where, 0);
  EXPECT_EQ(both.train.name, name);
  EXPECT_EQ(both.test.name, name);
  EXPECT_EQ(both.train.count, 60000U);
  EXPECT_EQ(both.test.count, 10000U);
  EXPECT_EQ(both.train.features, 784U);
  EXPECT_EQ(both.train.labels[0], first_label);
}

TEST(published, mnist_is_recognised) {
  const char* named = std::getenv("DPSCALE_MNIST");
  const std::string where = named != nullptr ? named : "../shared/data/mnist";
  if (!std::filesystem::exists(where)) GTEST_SKIP() << "no MNIST; DPSCALE_MNIST may name it";
  expect_published_set(where, "mnist", 5);
}

TEST(published, fashion_mnist_is_recognised) {
  const std::string where = "/usr/share/datasets/fashion-mnist";
  if (!std::filesystem::exists(where)) GTEST_SKIP() << "no " << where;
  expect_published_set(where, "fashion-mnist", 9);
}

}  // namespace
}  // namespace dpscale::data
