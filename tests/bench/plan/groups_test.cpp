// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace dpscale::bench {
namespace {

std::vector<cell> cells_of(std::vector<int> devices, std::vector<std::int64_t> batches) {
  plan wanted;
  wanted.workloads = {{"tf-mirrored", ""}};
  wanted.strategies = {"mirrored"};
  wanted.devices = std::move(devices);
  wanted.global_batches = std::move(batches);
  return expand(wanted, {});
}

std::set<std::string> names(const cell_group& group, const std::vector<cell>& cells) {
  std::set<std::string> all;
  for (const std::size_t index : group.members) all.insert(cells.at(index).id());
  return all;
}

TEST(Groups, HoldACellWithEveryBaselineItIsComparedWith) {
  const auto cells = cells_of({1, 2}, {64});
  const auto groups = make_groups(cells);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].id, "tf-mirrored/mirrored/n2/b64");
  EXPECT_EQ(names(groups[0], cells),
            (std::set<std::string>{"tf-mirrored/mirrored/n2/b64", "tf-mirrored/plain/n1/b64",
                                   "tf-mirrored/mirrored/n1/b64", "tf-mirrored/plain/n1/b32",
                                   "tf-mirrored/mirrored/n1/b32"}));
  EXPECT_EQ(groups[0].members.size(), 5U);
}

TEST(Groups, ThereIsOneForEachCellOfSeveralDevices) {
  const auto cells = cells_of({1, 2, 4}, {64, 1024});
  const auto groups = make_groups(cells);
  EXPECT_EQ(groups.size(), 4U);
  std::set<std::string> all;
  for (const cell_group& group : groups) all.merge(names(group, cells));
  EXPECT_EQ(all.size(), cells.size()) << "a cell is in no group";
}

TEST(Groups, OneDeviceStandsBesideThePlainBaseline) {
  const auto cells = cells_of({1}, {64});
  const auto groups = make_groups(cells);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(names(groups[0], cells),
            (std::set<std::string>{"tf-mirrored/mirrored/n1/b64", "tf-mirrored/plain/n1/b64"}));
}

TEST(Groups, ABatchThatDoesNotDivideHasNoWeakBaselines) {
  const auto cells = cells_of({3}, {64});
  const auto groups = make_groups(cells);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].members.size(), 3U);
}

}  // namespace
}  // namespace dpscale::bench
