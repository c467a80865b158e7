// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/record.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/protocol/support.hpp"
#include "trainers/protocol/figure.hpp"
#include "trainers/protocol/host/build_info.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::protocol {
namespace {

using nlohmann::json;
using protocol_test::content;
using protocol_test::error_of;
using protocol_test::temporary_folder;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

json example() {
  return json::parse(content(std::string(DPSCALE_EXAMPLES) + "/example_record.json"));
}

TEST(figure, holds_a_value_and_its_interval) {
  EXPECT_EQ(figure(2, 1.5, 2.5).dump(), R"({"high":2.5,"low":1.5,"value":2.0})");
  EXPECT_EQ(no_figure("why").dump(), R"({"reason":"why","value":null})");
  EXPECT_EQ(no_figure("")["reason"], "no reason given");
}

TEST(figure, nan_and_infinity_never_get_in) {
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_TRUE(figure(bad, 1, 2)["value"].is_null());
    EXPECT_TRUE(figure(bad, 1, 2)["reason"].is_string());
    EXPECT_TRUE(number(bad)["value"].is_null());
    for (const json& f : {figure(1, bad, 2), figure(1, 0, bad)}) {
      EXPECT_EQ(f["value"], 1.0);
      EXPECT_TRUE(f["low"].is_null() && f["high"].is_null() && f["reason"].is_string());
    }
  }
  EXPECT_EQ(number(0.5), 0.5);
}

TEST(build_info, says_what_was_built) {
  const build_info info = build();
  EXPECT_EQ(info.version, "0.1.0");
  EXPECT_TRUE(info.commit == "unknown" ||
              (info.commit.size() >= 7 &&
               info.commit.find_first_not_of("0123456789abcdef") == std::string_view::npos));
  EXPECT_FALSE(info.build_type.empty());
  EXPECT_FALSE(info.compiler.empty());
  EXPECT_NE(version_line("train_single").find("train_single 0.1.0 (commit "), std::string::npos);
}

TEST(record, a_failed_one_is_valid_and_names_the_trainer) {
  const json record = failed_record("train_multi", exit_code::out_of_memory, "no memory");
  EXPECT_TRUE(faults(schema::record, record).empty());
  EXPECT_EQ(record["status"], "out_of_memory");
  EXPECT_EQ(record["reason"], "no memory");
  EXPECT_EQ(record["trainer"]["name"], "train_multi");
  EXPECT_EQ(failed_record("x", record_status::timeout, "")["reason"], "no reason given");
}

TEST(record, the_start_of_one_has_the_libraries_and_the_host) {
  const library_version libraries[] = {{"onednn", "2.6.3"}};
  json record = make_record("train_multi", libraries);
  EXPECT_EQ(record["trainer"]["libraries"]["onednn"], "2.6.3");
  // With the caller's sections it is whole.
  const json whole = example();
  for (const auto& [key, value] : whole.items()) {
    if (!record.contains(key)) record[key] = value;
  }
  const auto found = faults(schema::record, record);
  EXPECT_TRUE(found.empty()) << found.front();
}

TEST(record, is_written_as_it_is) {
  const temporary_folder folder;
  write_record(example(), folder / "r.json");
  EXPECT_EQ(json::parse(content(folder / "r.json")), example());
}

TEST(record, one_that_breaks_the_schema_is_not_written) {
  const temporary_folder folder;
  json bad = example();
  bad["summary"]["windows_kept"] = -1;
  EXPECT_THROW(write_record(bad, folder / "r.json"), std::logic_error);
  bad = example();
  bad["training"]["probe_loss"]["end"] = nan;
  EXPECT_THROW(write_record(bad, folder / "r.json"), std::logic_error);
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(record, a_run_that_went_wrong_may_have_numbers_that_are_none) {
  const temporary_folder folder;
  json bad = example();
  bad["status"] = "wrong_result";
  bad["reason"] = "the loss is not a number";
  bad["training"]["probe_loss"]["end"] = nan;
  write_record(bad, folder / "r.json");
  const json end = json::parse(content(folder / "r.json"))["training"]["probe_loss"]["end"];
  EXPECT_TRUE(end["value"].is_null());
  EXPECT_EQ(end["reason"], "not a number");
}

TEST(record, never_holds_the_home_folder) {
  const temporary_folder folder;
  const char* before = std::getenv("HOME");
  const std::string restore = before == nullptr ? "" : before;
  setenv("HOME", folder.path().c_str(), 1);
  json record = example();
  record["config"]["options"]["data"]["value"] = (folder / "mnist").string();
  record["config"]["options"]["record"]["value"] = (folder / "r.json").string();
  record["command"] = {"train_multi", "--data", (folder / "mnist").string()};
  write_record(record, folder / "r.json");
  write_record(failed_record("train_multi", exit_code::bad_data,
                             (folder / "mnist/train").string() + ": too short"),
               folder / "f.json");
  setenv("HOME", restore.c_str(), 1);
  EXPECT_EQ(content(folder / "r.json").find(folder.path().string()), std::string::npos);
  EXPECT_EQ(json::parse(content(folder / "f.json"))["reason"], "~/mnist/train: too short");
}

TEST(record, bytes_that_are_no_utf8_do_not_stop_it) {
  const temporary_folder folder;
  write_record(failed_record("x", exit_code::bad_data, "no such file: /data/\xff\xfe"),
               folder / "r.json");
  EXPECT_EQ(json::parse(content(folder / "r.json"))["status"], "bad_data");
}

TEST(record, a_place_that_cannot_be_written_is_an_error_of_the_surroundings) {
  const auto [code, line] = error_of([] { write_record(example(), "/dev/full"); });
  EXPECT_EQ(code, exit_code::output_failed);
  EXPECT_NE(line.find("/dev/full"), std::string::npos);
}

}  // namespace
}  // namespace dpscale::protocol
