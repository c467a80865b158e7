// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "tests/config/support.hpp"
#include "tests/protocol/support.hpp"

namespace dpscale {
namespace {

using nlohmann::json;
using protocol_test::parse;
using protocol_test::settings;

// The options of the protocol's page that a trainer of this version has.
const std::set<std::string> common{"backend",
                                   "isa",
                                   "devices",
                                   "threads-per-device",
                                   "preset",
                                   "model",
                                   "data",
                                   "limit",
                                   "global-batch",
                                   "device-batch",
                                   "tail",
                                   "shuffle",
                                   "seed",
                                   "precision",
                                   "optimizer",
                                   "lr",
                                   "beta1",
                                   "beta2",
                                   "epsilon",
                                   "epsilon-mode",
                                   "momentum",
                                   "weight-decay",
                                   "init",
                                   "epochs",
                                   "steps",
                                   "measure",
                                   "warmup-seconds",
                                   "window-seconds",
                                   "min-windows",
                                   "interval-goal",
                                   "budget-seconds",
                                   "turns",
                                   "initial-parameters",
                                   "save-parameters",
                                   "save-gradients",
                                   "verify",
                                   "deadline",
                                   "record",
                                   "quiet"};

std::set<std::string> names(const json& description) {
  std::set<std::string> result;
  for (const json& option : description["options"])
    result.insert(option["name"].get<std::string>());
  return result;
}

const json& option(const json& description, const std::string& name) {
  for (const json& item : description["options"]) {
    if (item["name"] == name) return item;
  }
  throw std::out_of_range(name);
}

TEST(describe, lists_every_option_once) {
  std::set<std::string> multi = common;
  multi.insert({"strategy", "launcher"});
  const json single_json = describe_json("train_single"), multi_json = describe_json("train_multi");
  EXPECT_EQ(names(single_json), common);
  EXPECT_EQ(names(multi_json), multi);
  EXPECT_EQ(multi_json["options"].size(), multi.size());
}

TEST(describe, says_type_unit_and_default) {
  const json d = describe_json("train_multi");
  EXPECT_EQ(option(d, "devices")["type"], "integer");
  EXPECT_EQ(option(d, "devices")["default"], 1);
  EXPECT_EQ(option(d, "global-batch")["unit"], "samples");
  EXPECT_EQ(option(d, "lr")["default"], 0.001);
  EXPECT_EQ(option(d, "budget-seconds")["unit"], "seconds");
  EXPECT_EQ(option(d, "verify")["default"], false);
  EXPECT_EQ(option(d, "model")["default"], "784-256-128-10");
  EXPECT_TRUE(option(d, "deadline")["default"].is_null());
  EXPECT_EQ(option(d, "tail")["choices"], (json{"keep", "drop"}));
}

TEST(describe, says_what_can_run) {
  const json d = describe_json("train_multi");
  EXPECT_EQ(d["name"], "train_multi");
  EXPECT_EQ(d["version"], "0.1.0");
  EXPECT_EQ(d["strategies"], json::array({"mirrored"}));
  EXPECT_EQ(d["launchers"], json::array({"threads"}));
  EXPECT_EQ(d["backends"], json::array({"cpu"}));
  EXPECT_EQ(d["precisions"], json::array({"fp32"}));
  EXPECT_EQ(d["presets"], json::array({"tf-mirrored", "torch-simplenet", "wide"}));
  EXPECT_TRUE(describe_json("train_single")["strategies"].empty());
}

TEST(describe, a_default_is_what_parsing_nothing_gives) {
  const json parsed = config_json(settings({})), description = describe_json("train_multi");
  for (const json& item : description["options"]) {
    std::string key = item["name"];
    for (char& c : key) c = c == '-' ? '_' : c;
    // What depends on the machine or follows from another option.
    if (key == "data" || key == "device_batch" || key == "backend") continue;
    EXPECT_EQ(parsed[key]["value"], item["default"]) << key;
  }
}

TEST(help, has_every_option_with_its_default_within_a_hundred_columns) {
  for (const char* program : {"train_single", "train_multi"}) {
    const std::string text = help_text(program);
    for (const std::string& name : names(describe_json(program))) {
      EXPECT_NE(text.find("\n  --" + name), std::string::npos) << name;
    }
    std::size_t start = 0;
    for (std::size_t end = 0; (end = text.find('\n', start)) != std::string::npos;
         start = end + 1) {
      EXPECT_LE(end - start, 100U) << text.substr(start, end - start);
    }
    for (const char* words : {"[samples; 1 to 2147483648; default 64]", "default 0.001",
                              "keep | drop; default keep", "Exit codes: 0 ok, 2 usage"}) {
      std::string joined;
      for (const char c : text) {
        if (c == '\n')
          joined += ' ';
        else if (c != ' ' || joined.empty() || joined.back() != ' ')
          joined += c;
      }
      EXPECT_NE(joined.find(words), std::string::npos) << words;
    }
  }
}

TEST(help, describe_and_version_end_with_ok_and_print) {
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(parse("train_multi", {"--describe"}).exit, protocol::exit_code::ok);
  EXPECT_EQ(json::parse(::testing::internal::GetCapturedStdout()), describe_json("train_multi"));
  for (const char* flag : {"--help", "-h"}) {
    ::testing::internal::CaptureStdout();
    EXPECT_EQ(parse("train_single", {"--devices", "7", flag}).exit, protocol::exit_code::ok);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), help_text("train_single"));
  }
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(parse("train_single", {"--version"}).exit, protocol::exit_code::ok);
  EXPECT_EQ(::testing::internal::GetCapturedStdout().rfind("train_single 0.1.0 (commit ", 0), 0U);
  EXPECT_EQ(parse("train_single", {}).exit, std::nullopt);
}

TEST(config_json, has_every_option_with_its_source) {
  const json options = config_json(settings({"--lr", "0.5", "--devices", "2"}));
  EXPECT_EQ(options.size(), describe_json("train_multi")["options"].size());
  EXPECT_EQ(options["lr"].dump(), R"({"source":"flag","value":0.5})");
  EXPECT_EQ(options["device_batch"].dump(), R"({"source":"derived","value":32})");
  EXPECT_EQ(options["model"]["value"], "784-256-128-10");
  EXPECT_EQ(options["tail"].dump(), R"({"source":"default","value":"keep"})");
  EXPECT_EQ(options["deadline"].dump(), R"({"source":"default","value":null})");
  EXPECT_EQ(options["backend"]["value"], "cpu");
}

TEST(config_json, names_no_home_folder) {
  const char* before = std::getenv("HOME");
  const std::string restore = before == nullptr ? "" : before;
  setenv("HOME", "/somewhere/ann", 1);
  const json options = config_json(settings({"--data", "/somewhere/ann/mnist"}));
  setenv("HOME", restore.c_str(), 1);
  EXPECT_EQ(options["data"]["value"], "~/mnist");
}

}  // namespace
}  // namespace dpscale
