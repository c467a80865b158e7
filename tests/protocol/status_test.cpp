// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/status.hpp"

#include <gtest/gtest.h>

#include <set>

namespace dpscale::protocol {
namespace {

// Written out once more, from the protocol's page.
struct row {
  record_status status;
  const char* word;
  std::optional<int> exit;
};
const row table[] = {
    {record_status::ok, "ok", 0},
    {record_status::wrong_result, "wrong_result", 3},
    {record_status::out_of_memory, "out_of_memory", 4},
    {record_status::timeout, "timeout", 124},
    {record_status::crashed, "crashed", std::nullopt},
    {record_status::comm_error, "comm_error", 5},
    {record_status::bad_data, "bad_data", 7},
    {record_status::unsupported, "unsupported", 6},
    {record_status::interrupted, "interrupted", 130},
    {record_status::skipped, "skipped", std::nullopt},
};

TEST(status, words_and_codes_are_those_of_the_protocol) {
  for (const row& r : table) {
    EXPECT_EQ(name(r.status), r.word);
    EXPECT_EQ(record_status_from_name(r.word), r.status);
    const auto code = exit_code_of(r.status);
    ASSERT_EQ(code.has_value(), r.exit.has_value()) << r.word;
    if (code) {
      EXPECT_EQ(status(*code), *r.exit);
      EXPECT_EQ(status_of(*code), r.status);
    }
  }
  EXPECT_EQ(std::size(table), record_status_names.size());
}

TEST(status, other_words_are_none) {
  for (const char* word : {"", "OK", "okay", "time out", "crashed "}) {
    EXPECT_EQ(record_status_from_name(word), std::nullopt) << word;
  }
}

TEST(status, codes_without_a_status_of_their_own) {
  EXPECT_EQ(status_of(exit_code::usage), record_status::unsupported);
  for (const exit_code code :
       {exit_code::regression, exit_code::output_failed, exit_code::failed_cells,
        exit_code::cannot_tell, exit_code::not_comparable}) {
    EXPECT_EQ(status_of(code), record_status::crashed);
  }
}

}  // namespace
}  // namespace dpscale::protocol
