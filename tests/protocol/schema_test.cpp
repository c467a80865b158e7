// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tests/protocol/support.hpp"
#include "trainers/protocol/status.hpp"
#include "trainers/protocol/validate.hpp"

namespace dpscale::protocol {
namespace {

using nlohmann::json;
using pointer = json::json_pointer;

json example(const char* kind) {
  return json::parse(
      protocol_test::content(std::string(DPSCALE_EXAMPLES) + "/example_" + kind + ".json"));
}

void expect_valid(schema kind, const json& document) {
  for (const std::string& line : faults(kind, document)) ADD_FAILURE() << line;
}

/// One change to a valid document, and what the fault must say.
struct mutation {
  const char* path;
  json value;  ///< discarded: remove it
  const char* words;
};
const json removed = json(json::value_t::discarded);

void expect_refused(schema kind, json document, const mutation& m) {
  const pointer path(m.path);
  if (m.value.is_discarded()) {
    document.at(path.parent_pointer()).erase(path.back());
  } else {
    document[path] = m.value;
  }
  const auto found = faults(kind, document);
  ASSERT_FALSE(found.empty()) << m.path << " = " << m.value;
  bool said = false;
  for (const std::string& line : found) {
    said = said || line.find(m.words) != std::string::npos;
    EXPECT_EQ(line.front(), '/') << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
  EXPECT_TRUE(said) << m.path << ": " << found.front();
}

const json no_figure = {{"value", nullptr}, {"reason", "why"}};

TEST(schema, the_examples_are_valid) {
  expect_valid(schema::record, example("record"));
  expect_valid(schema::summary, example("summary"));
  expect_valid(schema::run, example("run"));
}

TEST(schema, a_record_that_is_not_ok_needs_little) {
  for (const std::string_view word : record_status_names) {
    json record = {{"schema", "dpscale.record/1"}, {"status", word}, {"reason", "why"}};
    EXPECT_EQ(faults(schema::record, record).empty(), word != "ok") << word;
  }
}

TEST(schema, a_small_trainer_may_say_that_it_has_no_figures) {
  json record = example("record");
  for (const char* section : {"environment", "startup_seconds", "samples", "phases", "memory",
                              "counters", "training", "verification"}) {
    record[section] = no_figure;
  }
  record["trainer"] = {{"name", "mine"}, {"version", "1"}};
  expect_valid(schema::record, record);
}

TEST(schema, a_small_trainer_may_leave_out_what_it_does_not_know) {
  const json small = {
      {"schema", "dpscale.record/1"},
      {"status", "ok"},
      {"reason", nullptr},
      {"trainer", {{"name", "mine"}, {"version", "1"}}},
      {"config", {{"options", json::object()}, {"global_batch", 64}, {"device_batch", 32}}},
      {"summary",
       {{"samples_per_second", {{"value", 9.5}, {"low", 9}, {"high", 10}}},
        {"step_seconds", {{"value", 6.7}, {"low", 6.4}, {"high", 7.1}}}}}};
  expect_valid(schema::record, small);
  for (const char* needed : {"trainer", "config", "summary"}) {
    json record = small;
    record.erase(needed);
    EXPECT_FALSE(faults(schema::record, record).empty()) << needed;
  }
}

TEST(schema, the_harness_adds_its_own) {
  json record = example("record");
  record["cell"] = "tf-mirrored/mirrored/n2/b1024";
  record["launch"] = 0;
  record["block"] = 2;
  record["command"] = {"train_multi", "--measure"};
  record["exit"] = {{"code", 0}, {"signal", nullptr}, {"wall_seconds", 1.5}};
  expect_valid(schema::record, record);
}

TEST(schema, faulty_records_are_refused_where_they_are_faulty) {
  const mutation mutations[] = {
      {"/schema", "dpscale.record/2", "/schema:"},
      {"/status", "fine", "/status:"},
      {"/status", removed, "'status'"},
      {"/reason", removed, "'reason'"},
      {"/reason", "none", "/reason:"},
      {"/surprise", 1, "'surprise'"},
      {"/summary", removed, "'summary'"},
      {"/summary/step_seconds", removed, "'step_seconds'"},
      {"/config/device_batch", removed, "'device_batch'"},
      {"/launch", 1000001, "/launch:"},
      {"/trainer/name", removed, "/trainer: Missing required property 'name'"},
      {"/trainer/libraries/libxsmm", 1.17, "/trainer/libraries"},
      {"/config/tail", "round", "/config/tail:"},
      {"/config/global_batch", 0, "/config/global_batch:"},
      {"/config/global_batch", 2.5, "/config/global_batch:"},
      {"/config/options/devices", 2, "/config/options"},
      {"/config/options/devices/source", "guess", "/config/options"},
      {"/config/options/global-batch", {{"value", 1}, {"source", "flag"}}, "/config/options"},
      {"/environment/cpu/cores", "two", "/environment/cpu/cores:"},
      {"/environment/secrets", "x", "'secrets'"},
      {"/startup_seconds/data", -1, "/startup_seconds/data:"},
      {"/samples/windows/1/seconds", 0, "/samples/windows/1/seconds:"},
      {"/samples/windows/2/steps", 0, "/samples/windows/2/steps:"},
      {"/summary/samples_per_second", 5.0, "/summary/samples_per_second:"},
      {"/summary/samples_per_second/low", removed, "'low'"},
      {"/summary/step_seconds", {{"value", nullptr}}, "'reason'"},
      {"/summary/stopped_by", "whim", "/summary/stopped_by:"},
      {"/phases/per_rank/0/forward", "fast", "/phases/per_rank/0/forward:"},
      {"/phases/per_rank/1/wait", removed, "'wait'"},
      {"/memory/devices/0/categories/optimizer", removed, "'optimizer'"},
      {"/memory/devices/1/total/peak_bytes", 1.5, "/memory/devices/1/total/peak_bytes:"},
      {"/counters/allocations_per_step", nullptr, "/counters/allocations_per_step:"},
      {"/training/test_accuracy", 96.2, "/training/test_accuracy:"},
      {"/training/epochs", {{{"epoch", 0}}}, "/training/epochs/0"},
      {"/verification/verdict", "maybe", "/verification/verdict:"},
      {"/phases", {{"value", nullptr}, {"reason", ""}}, "/phases/reason:"},
      {"/launch", -1, "/launch:"},
  };
  for (const mutation& m : mutations) expect_refused(schema::record, example("record"), m);
}

TEST(schema, faulty_summaries_are_refused) {
  const mutation mutations[] = {
      {"/schema", "dpscale.record/1", "/schema:"},
      {"/cells", removed, "'cells'"},
      {"/plan/launches", 0, "/plan/launches:"},
      {"/cells/0/role", "baseline", "/cells/0/role:"},
      {"/cells/0/key/devices", 0, "/cells/0/key/devices:"},
      {"/cells/0/samples_per_second", {{"value", nullptr}}, "'reason'"},
      {"/cells/0/strong_efficiency/plain",
       {{"value", nullptr}, {"low", 0.8}, {"high", 1.0}},
       "'reason'"},
      {"/cells/0/strong_efficiency/plain",
       {{"value", nullptr}, {"low", 0.8}, {"reason", "why"}},
       "'high'"},
      {"/cells/0/strong_efficiency/plain",
       {{"value", nullptr}, {"low", nullptr}, {"high", 1.0}, {"reason", "why"}},
       "/cells/0/strong_efficiency/plain/low:"},
      {"/cells/0/speed_up/plain/method", "guess", "/cells/0/speed_up/plain/method:"},
      {"/cells/0/phases/forward", 1, "'forward'"},
      {"/cells/0/strong_efficiency/self", removed, "'self'"},
      {"/cells/1/failed_launches/0/status", "dead", "/cells/1/failed_launches/0/status:"},
      {"/crossovers/0/smallest_global_batch", 0.5, "/crossovers/0/smallest_global_batch:"},
  };
  for (const mutation& m : mutations) expect_refused(schema::summary, example("summary"), m);
}

TEST(schema, faulty_runs_are_refused) {
  const mutation mutations[] = {
      {"/schema", "dpscale.run/2", "/schema:"},     {"/run_id", "", "/run_id:"},
      {"/schedule/cores", 0, "/schedule/cores:"},   {"/state", "odd", "/state:"},
      {"/cells/0/devices", 0, "/cells/0/devices:"}, {"/plan/launches", 1e18, "/plan/launches:"},
      {"/command", "dpscale sweep", "/command:"},   {"/environment/cpu", removed, "'cpu'"},
  };
  for (const mutation& m : mutations) expect_refused(schema::run, example("run"), m);
}

TEST(schema, nan_and_infinity_are_faults_with_their_place) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    expect_refused(schema::record, example("record"),
                   {"/phases/per_rank/1/backward", bad, "/phases/per_rank/1/backward: "});
    expect_refused(schema::record, example("record"),
                   {"/config/options/lr/value", bad, "/config/options/lr/value: "});
  }
}

TEST(schema, a_document_that_is_no_object_is_refused) {
  for (const json& document : {json(nullptr), json::array(), json(3), json("ok")}) {
    EXPECT_FALSE(faults(schema::record, document).empty());
  }
}

}  // namespace
}  // namespace dpscale::protocol
