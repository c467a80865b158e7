// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/idx.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <random>

#include "tests/data/idx_files.hpp"
#include "trainers/data/gzip.hpp"

namespace dpscale::data {
namespace {

class idx : public testing::Test {
 protected:
  /// What reading `content` as a file of `dimensions` dimensions complains of, without its path.
  std::string complaint(const bytes& content, std::size_t dimensions = 3,
                        const std::string& name = "file") {
    const std::string path = folder_.write(name, content);
    const std::string line = fault_of([&] { static_cast<void>(read_idx(path, dimensions)); });
    EXPECT_EQ(line.rfind(path + ": ", 0), 0U) << line;
    return line.size() > path.size() + 2 ? line.substr(path.size() + 2) : "";
  }

  scratch_folder folder_;
  const bytes valid_ = idx_bytes({5, 2, 3});
};

TEST_F(idx, reads_a_plain_file) {
  const idx_array array = read_idx(folder_.write("file", valid_), 3);
  EXPECT_EQ(array.shape, (std::vector<std::size_t>{5, 2, 3}));
  EXPECT_EQ(array.bytes, bytes(valid_.begin() + 16, valid_.end()));
}

TEST_F(idx, tells_gzip_by_content_not_by_name) {
  const bytes values(valid_.begin() + 16, valid_.end());
  EXPECT_EQ(read_idx(folder_.write("packed", gzipped(valid_)), 3).bytes, values);
  EXPECT_EQ(read_idx(folder_.write("packed.gz", gzipped(valid_)), 3).bytes, values);
  EXPECT_EQ(read_idx(folder_.write("plain.gz", valid_), 3).bytes, values);
}

TEST_F(idx, reads_gzip_of_several_members) {
  const auto half = valid_.begin() + 20;
  bytes joined = gzipped(bytes(valid_.begin(), half));
  const bytes second = gzipped(bytes(half, valid_.end())), empty = gzipped({});
  joined.insert(joined.end(), second.begin(), second.end());
  joined.insert(joined.end(), empty.begin(), empty.end());
  EXPECT_EQ(read_idx(folder_.write("file", joined), 3).bytes,
            bytes(valid_.begin() + 16, valid_.end()));
}

TEST_F(idx, reads_more_than_its_buffers_hold) {
  const bytes large = idx_bytes({1000, 40, 29}, 251);
  const bytes values(large.begin() + 16, large.end());
  EXPECT_EQ(read_idx(folder_.write("file", large), 3).bytes, values);
  EXPECT_EQ(read_idx(folder_.write("file.gz", gzipped(large)), 3).bytes, values);
}

TEST_F(idx, names_each_fault_of_the_header) {
  bytes file = valid_;
  file[0] = 'P';
  file[1] = 'K';
  EXPECT_EQ(complaint(file), "byte 0: found 50 4b, expected 00 00: not an IDX file");
  file = valid_;
  file[2] = 0x0D;
  EXPECT_EQ(complaint(file), "byte 2: IDX type 0x0d, expected 0x08 (unsigned bytes)");
  EXPECT_EQ(complaint(valid_, 1), "byte 3: 3 dimensions, expected 1");
  EXPECT_EQ(complaint(idx_bytes({0, 2, 3})), "byte 4: dimension 1 is 0, expected at least 1");
  EXPECT_EQ(complaint(idx_bytes({2, 3, 0})), "byte 12: dimension 3 is 0, expected at least 1");
}

bytes text_bytes(const std::string& text) { return {text.begin(), text.end()}; }

TEST_F(idx, names_what_people_have_in_place_of_an_idx_file) {
  const std::string lfs =
      "byte 0: this is a Git LFS pointer, not the data: run git lfs pull in its "
      "repository";
  const std::string html =
      "byte 0: this is an HTML page, not the data: download the file itself, "
      "not the page about it";
  const bytes pointer =
      text_bytes("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 9912422\n");
  // Labels' header is shorter than any of these words.
  for (const std::size_t dimensions : {1, 3}) {
    EXPECT_EQ(complaint(pointer, dimensions), lfs);
    EXPECT_EQ(complaint(pointer, dimensions, "file.gz"), lfs);
    EXPECT_EQ(complaint(text_bytes("<!DOCTYPE html>\n<html>404</html>"), dimensions), html);
    EXPECT_EQ(complaint(text_bytes("\xEF\xBB\xBF \r\n<HTML lang=en>"), dimensions), html);
    EXPECT_EQ(complaint(text_bytes("PK\x03\x04 and so on, as zip goes"), dimensions),
              "byte 0: this is a zip archive: unpack it and use the files inside");
    EXPECT_EQ(complaint(text_bytes("0 0 0 255 0 7"), dimensions),
              "byte 0: found 30 20, expected 00 00: not an IDX file");
  }
  EXPECT_EQ(complaint(text_bytes("<html"), 1), html);
  EXPECT_EQ(complaint(gzipped(text_bytes("<html></html>")), 3),
            "byte 0 after decompression" + html.substr(6));
}

TEST_F(idx, names_a_little_endian_header) {
  bytes file = valid_;
  for (const std::size_t word : {4, 8, 12}) std::reverse(&file[word], &file[word] + 4);
  const std::string dimensions =
      "dimensions 5 x 2 x 3 are little-endian; IDX has each number's "
      "highest byte first";
  EXPECT_EQ(complaint(file), "byte 4: " + dimensions);
  EXPECT_EQ(complaint(gzipped(file)), "byte 4 after decompression: " + dimensions);
  std::reverse(file.begin(), file.begin() + 4);
  EXPECT_EQ(complaint(file),
            "byte 0: the header is little-endian; IDX has each number's highest byte first");
  bytes labels = idx_bytes({10}, 10);
  std::reverse(&labels[4], &labels[4] + 4);
  EXPECT_EQ(complaint(labels, 1),
            "byte 4: dimensions 10 are little-endian; IDX has each number's "
            "highest byte first");
}

TEST_F(idx, names_a_file_that_ends_in_its_header) {
  EXPECT_EQ(complaint({}), "byte 0: the file ends in its header; found 0 bytes, expected 16");
  EXPECT_EQ(complaint({0}), "byte 1: the file ends in its header; found 1 bytes, expected 16");
  EXPECT_EQ(complaint(bytes(valid_.begin(), valid_.begin() + 15)),
            "byte 15: the file ends in its header; found 15 bytes, expected 16");
  EXPECT_EQ(complaint(gzipped(bytes(valid_.begin(), valid_.begin() + 9))),
            "byte 9 after decompression: the file ends in its header; found 9 bytes, expected 16");
}

TEST_F(idx, names_a_wrong_length) {
  bytes file = valid_;
  file.pop_back();
  EXPECT_EQ(complaint(file),
            "byte 45: too short for its dimensions 5 x 2 x 3; found 45 bytes, expected 46");
  EXPECT_EQ(complaint(gzipped(file)),
            "byte 45 after decompression: the data end early; found 45 bytes, expected 46");
  file = valid_;
  file.insert(file.end(), {1, 2});
  EXPECT_EQ(complaint(file),
            "byte 46: too long for its dimensions 5 x 2 x 3; found 48 bytes, expected 46");
  EXPECT_EQ(complaint(gzipped(file)),
            "byte 46 after decompression: the data go on after their end; found 48 bytes, "
            "expected 46");
}

// What a header announces is believed only as far as the file can hold it.
TEST_F(idx, asks_for_no_memory_a_file_cannot_fill) {
  bytes file = valid_;
  std::fill(file.begin() + 4, file.begin() + 16, std::uint8_t{0xFF});
  EXPECT_EQ(complaint(file),
            "byte 4: dimensions 4294967295 x 4294967295 x 4294967295 announce more than the "
            "17179869184 bytes supported");
  file = valid_;
  file[4] = 1;  // 16777221 x 2 x 3
  EXPECT_EQ(complaint(file),
            "byte 46: too short for its dimensions 16777221 x 2 x 3; found 46 bytes, expected "
            "100663342");
  const bytes packed = gzipped(file);
  EXPECT_EQ(complaint(packed),
            "byte 4 after decompression: dimensions 16777221 x 2 x 3 announce 100663342 bytes; a "
            "gzip file of this size holds at most " +
                std::to_string(packed.size() * 1032));
}

TEST_F(idx, names_truncated_and_corrupt_gzip) {
  const bytes packed = gzipped(valid_);
  const bytes cut(packed.begin(), packed.end() - 3);  // within the trailer
  EXPECT_EQ(complaint(cut), "byte " + std::to_string(cut.size()) +
                                ": the file ends inside the gzip stream; it was cut off, copy or "
                                "download it again");
  bytes wrong_sum = packed;
  wrong_sum[packed.size() - 8] ^= 1U;
  EXPECT_NE(complaint(wrong_sum).find("corrupt gzip stream (incorrect data check)"),
            std::string::npos);
  bytes wrong_method = packed;
  wrong_method[2] = 7;
  EXPECT_NE(complaint(wrong_method).find("corrupt gzip stream (unknown compression method)"),
            std::string::npos);
  bytes tail = packed;
  tail.insert(tail.end(), {'x', 'y', 'z'});
  EXPECT_EQ(complaint(tail), "byte " + std::to_string(packed.size()) +
                                 ": 3 bytes after the end of the gzip stream, none expected");
}

// As gzip reads them: padded to the blocks of a tape.
TEST_F(idx, reads_gzip_padded_with_zeros) {
  const bytes packed = gzipped(valid_), values(valid_.begin() + 16, valid_.end());
  for (const std::size_t zeros : {1, 2, 511, 65536, 200'000}) {
    bytes padded = packed;
    padded.resize(packed.size() + zeros);
    EXPECT_EQ(read_idx(folder_.write("file", padded), 3).bytes, values) << zeros;
  }
  bytes odd = packed;
  odd.resize(packed.size() + 100'000);
  odd.push_back('x');
  EXPECT_EQ(complaint(odd), "byte " + std::to_string(packed.size()) +
                                ": 100001 bytes after the end of the gzip stream, none expected");
  bytes member = packed;
  member.push_back(0);
  member.insert(member.end(), packed.begin(), packed.end());
  EXPECT_EQ(complaint(member).find("byte " + std::to_string(packed.size()) + ": "), 0U);
}

TEST_F(idx, names_what_is_no_file) {
  const auto line = [this](const std::string& name) {
    const std::string path = folder_.path() + "/" + name;
    const std::string text = fault_of([&] { static_cast<void>(read_idx(path, 3)); });
    EXPECT_EQ(text.rfind(path + ": ", 0), 0U) << text;
    return text.substr(path.size() + 2);
  };
  EXPECT_EQ(line("absent"), "can't be opened: No such file or directory");
  std::filesystem::create_directory(folder_.path() + "/folder");
  EXPECT_EQ(line("folder"), "a folder, where an IDX file is expected");
  ASSERT_EQ(mkfifo((folder_.path() + "/pipe").c_str(), 0600), 0);
  EXPECT_EQ(line("pipe"), "not a regular file, where an IDX file is expected");
}

TEST_F(idx, names_a_file_that_may_not_be_read) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const std::string path = folder_.write("secret", valid_);
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  EXPECT_EQ(fault_of([&] { static_cast<void>(read_idx(path, 3)); }),
            path + ": can't be opened: Permission denied");
}

// Whatever becomes of a file, reading it gives an array or one clear line.
TEST_F(idx, survives_damage_of_every_kind) {
  std::mt19937 random(1);  // NOLINT: the same damage in every run
  const bytes plain = idx_bytes({40, 7, 5}, 10);
  const bytes packed = gzipped(plain);
  int whole = 0, refused = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    bytes damaged = trial % 2 == 0 ? plain : packed;
    const unsigned changes = random() % 4;
    for (unsigned i = 0; i < changes; ++i) {
      // Half of them in the header, where they tell.
      const std::size_t range = random() % 2 == 0 ? 20 : damaged.size();
      damaged[random() % range] = static_cast<std::uint8_t>(random());
    }
    if (random() % 2 == 0) damaged.resize(random() % (damaged.size() + 1));
    const std::string path = folder_.write("file", damaged);
    try {
      const idx_array array = read_idx(path, 3);
      ASSERT_EQ(array.bytes.size(), array.shape[0] * array.shape[1] * array.shape[2]);
      ++whole;
    } catch (const protocol::error& fault) {
      ASSERT_EQ(fault.code(), protocol::exit_code::bad_data);
      ASSERT_EQ(std::string(fault.what()).rfind(path + ": ", 0), 0U) << fault.what();
      ++refused;
    }
  }
  EXPECT_GT(whole, 200);
  EXPECT_GT(refused, 200);
}

TEST(crc32, gives_the_published_check_value) {
  const std::string digits = "123456789";
  const bytes text(digits.begin(), digits.end());
  EXPECT_EQ(crc32(text), 0xCBF43926U);
  const std::span all(text);
  EXPECT_EQ(crc32(all.subspan(4), crc32(all.first(4))), 0xCBF43926U);
  EXPECT_EQ(crc32({}), 0U);
}

}  // namespace
}  // namespace dpscale::data
