// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/data_files.hpp"

#include "tests/data/idx_files.hpp"

namespace dpscale::data {
namespace {

const std::string takes =
    "; --data takes a folder with train-images-idx3-ubyte, train-labels-idx1-ubyte, "
    "t10k-images-idx3-ubyte, t10k-labels-idx1-ubyte (each plain or with .gz), such a folder and "
    "its files' prefix (DIR/emnist-letters), or synthetic[:N]";
const std::string looked =
    " (looked for plain and with .gz, with -idx and .idx, the test part as t10k and test)";

class names : public testing::Test {
 protected:
  void touch(std::initializer_list<std::string> all) const {
    for (const std::string& name : all) files_.write(name, {});
  }
  /// A set as EMNIST's archive has it.
  void touch_emnist(const std::string& prefix) const {
    for (const char* part : {"-train-", "-test-"}) {
      touch({prefix + part + "images-idx3-ubyte.gz", prefix + part + "labels-idx1-ubyte.gz"});
    }
  }
  void touch_mnist() const {
    touch({"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte",
           "t10k-labels-idx1-ubyte"});
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return files_.path() + "/" + name;
  }
  void expect(const std::string& where, std::initializer_list<std::string> wanted) const {
    const data_files found = find_data_files(where);
    std::vector<std::string> paths;
    for (const std::string& name : wanted) paths.push_back(path(name));
    EXPECT_EQ(
        (std::vector{found.train_images, found.train_labels, found.test_images, found.test_labels}),
        paths);
    EXPECT_TRUE(has_dataset(where));
  }
  [[nodiscard]] std::string complaint(const std::string& where) const {
    EXPECT_FALSE(has_dataset(where));
    return fault_of([&] { static_cast<void>(find_data_files(where)); });
  }

  scratch_folder files_;
};

TEST_F(names, of_mirrors_with_a_dot_are_known) {
  touch({"train-images.idx3-ubyte", "train-labels.idx1-ubyte", "t10k-images.idx3-ubyte",
         "t10k-labels.idx1-ubyte.gz"});
  // Beside them, folders as some archives unpack to.
  std::filesystem::create_directory(path("train-images-idx3-ubyte"));
  std::filesystem::create_directory(path("t10k-labels-idx1-ubyte"));
  expect(files_.path(), {"train-images.idx3-ubyte", "train-labels.idx1-ubyte",
                         "t10k-images.idx3-ubyte", "t10k-labels.idx1-ubyte.gz"});
}

TEST_F(names, that_mean_the_same_file_have_an_order) {
  touch_mnist();
  touch({"train-images-idx3-ubyte.gz", "train-images.idx3-ubyte", "test-images-idx3-ubyte",
         "test-labels-idx1-ubyte", "train-labels.idx1-ubyte.gz"});
  expect(files_.path(), {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                         "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"});
}

TEST_F(names, of_emnist_are_known_by_the_folder_or_with_the_prefix) {
  touch_emnist("emnist-letters");
  touch({"emnist-letters-mapping.txt"});
  for (const char* where : {"", "/", "/emnist-letters", "/emnist-letters/"}) {
    expect(
        files_.path() + where,
        {"emnist-letters-train-images-idx3-ubyte.gz", "emnist-letters-train-labels-idx1-ubyte.gz",
         "emnist-letters-test-images-idx3-ubyte.gz", "emnist-letters-test-labels-idx1-ubyte.gz"});
  }
}

TEST_F(names, of_several_sets_ask_for_a_prefix) {
  touch_emnist("emnist-letters");
  touch_emnist("emnist-digits");
  touch({"train-images-idx3-ubyte"});
  EXPECT_EQ(complaint(files_.path() + "/"),
            files_.path() +
                ": several data sets (one without a prefix, emnist-digits, emnist-letters); add a "
                "prefix to choose one: --data " +
                path("emnist-letters"));
  expect(path("emnist-digits"),
         {"emnist-digits-train-images-idx3-ubyte.gz", "emnist-digits-train-labels-idx1-ubyte.gz",
          "emnist-digits-test-images-idx3-ubyte.gz", "emnist-digits-test-labels-idx1-ubyte.gz"});
  touch_mnist();
  expect(files_.path(), {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                         "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"});
}

TEST_F(names, that_are_missing_are_listed_with_what_is_there) {
  EXPECT_EQ(complaint(files_.path()),
            files_.path() +
                ": no train-images-idx3-ubyte, no train-labels-idx1-ubyte, no "
                "t10k-images-idx3-ubyte, no t10k-labels-idx1-ubyte" +
                looked + "; the folder is empty");
  touch_mnist();
  std::filesystem::remove(path("train-images-idx3-ubyte"));
  std::filesystem::remove(path("t10k-labels-idx1-ubyte"));
  std::filesystem::create_directory(path("more"));
  EXPECT_EQ(complaint(files_.path()),
            files_.path() + ": no train-images-idx3-ubyte, no t10k-labels-idx1-ubyte" + looked +
                "; the folder holds more/, t10k-images-idx3-ubyte, train-labels-idx1-ubyte");
}

TEST_F(names, that_are_missing_have_the_prefix_in_use) {
  touch_emnist("emnist-letters");
  std::filesystem::remove(path("emnist-letters-test-images-idx3-ubyte.gz"));
  for (const std::string& where : {files_.path(), path("emnist-letters")}) {
    EXPECT_EQ(complaint(where).find(where + ": no emnist-letters-t10k-images-idx3-ubyte" + looked),
              0U);
  }
}

TEST_F(names, are_never_all_listed_where_there_are_many) {
  for (int i = 100; i < 1000; ++i) touch({"picture" + std::to_string(i) + ".png"});
  touch({"a\nb"});
  const std::string line = complaint(files_.path());
  EXPECT_TRUE(
      line.ends_with("; the folder holds a?b, picture100.png, picture101.png, "
                     "picture102.png, picture103.png, picture104.png, picture105.png, "
                     "picture106.png and 893 more"))
      << line;
}

TEST_F(names, of_no_folder_are_told_apart) {
  touch_emnist("emnist-letters");
  EXPECT_EQ(complaint(path("emnist-leters")), path("emnist-leters") + ": no such folder, and " +
                                                  files_.path() + " has emnist-letters only" +
                                                  takes);
  EXPECT_EQ(complaint(path("a/b")), path("a/b") + ": no such folder" + takes);
  const std::string text = files_.write("file", {'x'});
  EXPECT_EQ(complaint(text), text + ": not a folder" + takes);
  const std::string zip = files_.write("emnist.zip", {'P', 'K', 3, 4, 20});
  EXPECT_EQ(complaint(zip),
            zip + ": this is a zip archive: unpack it and use the files inside" + takes);
}

}  // namespace
}  // namespace dpscale::data
