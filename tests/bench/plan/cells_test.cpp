// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace dpscale::bench {
namespace {

plan tutorial() {
  plan value;
  value.workloads = {{"tf-mirrored", ""}};
  value.strategies = {"mirrored"};
  value.devices = {1, 2};
  value.global_batches = {64, 1024};
  return value;
}

std::vector<std::string> ids(const std::vector<cell>& cells) {
  std::vector<std::string> names;
  for (const cell& value : cells) names.push_back(value.id());
  return names;
}

const cell& find(const std::vector<cell>& cells, const std::string& id) {
  const auto found =
      std::find_if(cells.begin(), cells.end(), [&](const cell& c) { return c.id() == id; });
  if (found == cells.end()) throw std::runtime_error("no cell " + id);
  return *found;
}

TEST(Cells, BaselinesOfBothKindsAtBothBatchesAreThereOnce) {
  const std::vector<std::string> expected{
      "tf-mirrored/plain/n1/b32",     "tf-mirrored/plain/n1/b64",
      "tf-mirrored/plain/n1/b512",    "tf-mirrored/plain/n1/b1024",
      "tf-mirrored/mirrored/n1/b32",  "tf-mirrored/mirrored/n1/b64",
      "tf-mirrored/mirrored/n1/b512", "tf-mirrored/mirrored/n1/b1024",
      "tf-mirrored/mirrored/n2/b64",  "tf-mirrored/mirrored/n2/b1024"};
  EXPECT_EQ(ids(expand(tutorial(), {})), expected);
}

TEST(Cells, KnowWhatTheyAreComparedWith) {
  const auto cells = expand(tutorial(), {});
  const cell& two = find(cells, "tf-mirrored/mirrored/n2/b1024");
  EXPECT_EQ(two.role(), "measured");
  EXPECT_EQ(two.strong_plain, "tf-mirrored/plain/n1/b1024");
  EXPECT_EQ(two.strong_self, "tf-mirrored/mirrored/n1/b1024");
  EXPECT_EQ(two.weak_plain, "tf-mirrored/plain/n1/b512");
  EXPECT_EQ(two.weak_self, "tf-mirrored/mirrored/n1/b512");
  for (const char* self : {"tf-mirrored/mirrored/n1/b512", "tf-mirrored/mirrored/n1/b1024"}) {
    EXPECT_EQ(find(cells, self).role(), "self_baseline");
    EXPECT_NE(find(cells, self).strong_plain, "");
    EXPECT_EQ(find(cells, self).strong_self, "");
  }
  const cell& plain = find(cells, "tf-mirrored/plain/n1/b64");
  EXPECT_EQ(plain.role(), "plain_baseline");
  EXPECT_EQ(plain.program, "train_single");
  EXPECT_EQ(plain.strong_plain + plain.strong_self + plain.weak_plain + plain.weak_self, "");
}

TEST(Cells, EveryBaselineNamedIsInTheSweep) {
  plan value = tutorial();
  value.devices = {1, 2, 3, 8};
  value.device_batches = {5, 64};
  value.strategies = {"mirrored", "ddp"};
  const auto cells = expand(value, {});
  const auto names = ids(cells);
  const std::set<std::string> known(names.begin(), names.end());
  EXPECT_EQ(known.size(), names.size()) << "a cell is there twice";
  for (const cell& c : cells)
    for (const auto* baseline : {&c.strong_plain, &c.strong_self, &c.weak_plain, &c.weak_self})
      EXPECT_TRUE(baseline->empty() || known.contains(*baseline)) << c.id() << " " << *baseline;
}

TEST(Cells, UnevenBatchesHaveNoWeakBaseline) {
  plan value = tutorial();
  value.devices = {3};
  const auto cells = expand(value, {});
  const cell& three = find(cells, "tf-mirrored/mirrored/n3/b64");
  EXPECT_FALSE(three.device_batch());
  EXPECT_EQ(three.weak_plain, "");
  EXPECT_EQ(three.weak_self, "");
  EXPECT_NE(three.strong_plain, "");
  // 64 and 1024 strong, nothing weak.
  EXPECT_EQ(cells.size(), 6U);
}

TEST(Cells, DeviceBatchesGrowWithTheDevices) {
  plan value = tutorial();
  value.global_batches.clear();
  value.device_batches = {100};
  const auto cells = expand(value, {});
  EXPECT_EQ(find(cells, "tf-mirrored/mirrored/n2/b200").device_batch(), 100);
  EXPECT_EQ(find(cells, "tf-mirrored/mirrored/n2/b200").weak_plain, "tf-mirrored/plain/n1/b100");
  EXPECT_EQ(find(cells, "tf-mirrored/mirrored/n2/b200").strong_plain, "tf-mirrored/plain/n1/b200");
}

TEST(Cells, PlainBaselineTakesOnlyTheAxesItHas) {
  plan value = tutorial();
  value.devices = {2};
  value.global_batches = {64};
  value.axes = {{"bucket-bytes", {"1", "2"}}, {"lr", {"0.1"}}};
  const auto cells = expand(value, {"lr"});
  // One plain at 64 and at 32 for both bucket sizes; self and measured for each.
  EXPECT_EQ(cells.size(), 2U + 2U * 3U);
  const cell& measured = find(cells, "tf-mirrored/mirrored/n2/b64/bucket-bytes=2/lr=0.1");
  EXPECT_EQ(measured.strong_plain, "tf-mirrored/plain/n1/b64/lr=0.1");
  EXPECT_EQ(measured.strong_self, "tf-mirrored/mirrored/n1/b64/bucket-bytes=2/lr=0.1");
}

TEST(Cells, SmallBatchesAreLegal) {
  plan value = tutorial();
  value.devices = {4};
  value.global_batches = {2};
  EXPECT_EQ(ids(expand(value, {})).back(), "tf-mirrored/mirrored/n4/b2");
}

TEST(Cells, ThreadsCountAgainstTheCores) {
  cell value;
  value.devices = 2;
  EXPECT_FALSE(value.oversubscribed(2));
  EXPECT_TRUE(value.oversubscribed(1));
  value.options["threads-per-device"] = "2";
  EXPECT_TRUE(value.oversubscribed(3));
  EXPECT_FALSE(value.oversubscribed(4));
  value.options["backend"] = "cuda";
  EXPECT_FALSE(value.oversubscribed(1));
  // What is no number of threads is the trainer's to refuse.
  for (const char* text : {"many", "-3", "0", "4294967298"}) {
    value.options["threads-per-device"] = text;
    EXPECT_EQ(value.threads_per_device(), 1) << text;
  }
}

TEST(Cells, FamilyIsTheIdWithoutTheBatch) {
  const auto cells = expand(tutorial(), {});
  EXPECT_EQ(find(cells, "tf-mirrored/mirrored/n2/b64").family(),
            find(cells, "tf-mirrored/mirrored/n2/b1024").family());
  EXPECT_NE(find(cells, "tf-mirrored/mirrored/n2/b64").family(),
            find(cells, "tf-mirrored/mirrored/n1/b64").family());
}

TEST(Cells, GoThroughTheirStoredForm) {
  plan value = tutorial();
  value.workloads.push_back({"", "784-32-10"});
  value.axes = {{"lr", {"0.1"}}};
  for (const cell& c : expand(value, {}))
    EXPECT_EQ(to_json(cell_from_json(to_json(c))), to_json(c));
}

}  // namespace
}  // namespace dpscale::bench
