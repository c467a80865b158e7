// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/npy.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

#include "tests/protocol/support.hpp"

namespace dpscale::protocol {
namespace {

using protocol_test::content;
using protocol_test::error_of;
using protocol_test::put;
using protocol_test::temporary_folder;

/// A file put together by hand from the format's description.
std::string file_of(const std::string& dictionary, const std::string& data, char major = 1) {
  const std::string header = dictionary + '\n';
  std::string file("\x93NUMPY", 6);
  file += major;
  file += '\0';
  file += static_cast<char>(header.size() % 256);
  file += static_cast<char>(header.size() / 256);
  return file + header + data;
}

std::string bytes_of(const std::vector<float>& values) {
  std::string bytes(values.size() * 4, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(values[i]);
    for (std::size_t b = 0; b < 4; ++b) bytes[4 * i + b] = static_cast<char>(bits >> (8 * b));
  }
  return bytes;
}

std::vector<float> ramp(std::size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), -3.5F);
  return values;
}

TEST(npy, what_is_written_is_the_format_byte_for_byte) {
  const temporary_folder folder;
  const std::string path = folder / "a.npy";
  write_npy(path, ramp(3));
  // 118 bytes of header make the data start at 128, as numpy.save has it for such an array.
  std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
  dictionary.resize(117, ' ');
  EXPECT_EQ(content(path), file_of(dictionary, bytes_of(ramp(3))));
}

TEST(npy, comes_back_as_it_was) {
  const temporary_folder folder;
  for (const std::size_t count : {0, 1, 2, 63, 64, 1000, 50890}) {
    std::vector<float> values = ramp(count);
    if (count > 1) {
      values[0] = -0.0F;
      values[1] = std::numeric_limits<float>::denorm_min();
    }
    write_npy(folder / "a.npy", values);
    const std::vector<float> read = read_npy(folder / "a.npy");
    EXPECT_EQ(bytes_of(read), bytes_of(values)) << count;
    EXPECT_EQ((content(folder / "a.npy").size() - 4 * count) % 64, 0U);
  }
}

TEST(npy, other_spellings_of_the_header_are_read) {
  const temporary_folder folder;
  const std::vector<float> two{1.5F, -2.0F};
  for (const char* dictionary :
       {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
        "{'shape': (2,), 'fortran_order': True, 'descr': '<f4'}",
        "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,)}",
        "{ 'shape' : ( 2 , ) , 'descr' : '<f4' , 'fortran_order' : False }"}) {
    put(folder / "a.npy", file_of(dictionary, bytes_of(two)));
    EXPECT_EQ(read_npy(folder / "a.npy"), two) << dictionary;
  }
}

struct malformed {
  const char* what;
  std::string file;
  const char* words;  ///< in the error
};

std::vector<malformed> corpus() {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  const std::string two = bytes_of({1.0F, 2.0F});
  const auto with = [&](const char* descr, const char* shape) {
    return file_of(
        std::string("{'descr': '") + descr + "', 'fortran_order': False, 'shape': " + shape + ", }",
        two);
  };
  return {
      {"empty", "", "only 0 bytes"},
      {"no magic", "hello, this is no array", "first bytes differ"},
      {"version 2", file_of(good, two, 2), "first bytes differ"},
      {"torn prefix", file_of(good, two).substr(0, 9), "only 9 bytes"},
      {"torn header", file_of(good, two).substr(0, 40), "ends inside its header (40 of"},
      {"torn data", file_of(good, two.substr(0, 7)),
       "7 bytes of data where its shape (2,) needs 8"},
      {"too long", file_of(good, two + "x"), "9 bytes of data where its shape (2,) needs 8"},
      {"float64", with("<f8", "(1,)"), "type is not <f4"},
      {"big-endian", with(">f4", "(2,)"), "type is not <f4"},
      {"matrix", with("<f4", "(1, 2)"), "not that of one dimension"},
      {"scalar", with("<f4", "()"), "not that of one dimension"},
      {"a number", with("<f4", "2"), "not that of one dimension"},
      {"negative", with("<f4", "(-2,)"), "not that of one dimension"},
      {"huge", with("<f4", "(999999999999999,)"), "needs 3999999999999996"},
      {"too huge", with("<f4", "(99999999999999999999,)"), "not that of one dimension"},
      {"no order", file_of("{'descr': '<f4', 'shape': (2,), }", two), "no fortran_order"},
      {"no dictionary", file_of("", two), "type is not <f4"},
      {"torn dictionary", file_of(good.substr(0, good.size() - 1), two), "no whole dictionary"},
      {"torn string", file_of("{'descr': '<f4", two), "type is not <f4"},
      {"torn tuple", file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2,", two),
       "not that of one dimension"},
      {"order of another kind",
       file_of("{'descr': '<f4', 'fortran_order': 0, 'shape': (2,), }", two), "no fortran_order"},
      {"NaN", file_of(good, bytes_of({1.0F, std::numeric_limits<float>::quiet_NaN()})),
       "value 1 is not finite"},
      {"infinity", file_of(good, bytes_of({std::numeric_limits<float>::infinity(), 0.0F})),
       "value 0 is not finite"},
  };
}

TEST(npy, malformed_files_are_refused_with_the_reason) {
  const temporary_folder folder;
  const std::string path = folder / "bad.npy";
  for (const malformed& m : corpus()) {
    put(path, m.file);
    const auto [code, line] = error_of([&] { static_cast<void>(read_npy(path)); });
    EXPECT_EQ(code, exit_code::bad_data) << m.what;
    EXPECT_NE(line.find(m.words), std::string::npos) << m.what << ": " << line;
    EXPECT_NE(line.find(path), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
}

TEST(npy, a_file_that_is_not_there_is_bad_data_with_its_name) {
  for (const char* path : {"/nonexistent/a.npy", "/tmp"}) {
    const auto [code, line] = error_of([&] { static_cast<void>(read_npy(path)); });
    EXPECT_EQ(code, exit_code::bad_data);
    EXPECT_NE(line.find(path), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace dpscale::protocol
