// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "profiles/memory_ledger.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace dpscale::profiles {
namespace {

void expect_usage(const memory_usage& usage, std::int64_t current, std::int64_t peak,
                  std::int64_t total) {
  EXPECT_EQ(usage.current, current);
  EXPECT_EQ(usage.peak, peak);
  EXPECT_EQ(usage.total, total);
}

TEST(memory_ledger, starts_empty) {
  const memory_ledger ledger;
  for (std::size_t i = 0; i < memory_category_count; ++i) {
    expect_usage(ledger.usage(static_cast<memory_category>(i)), 0, 0, 0);
  }
  expect_usage(ledger.total(), 0, 0, 0);
}

TEST(memory_ledger, keeps_categories_apart) {
  memory_ledger ledger;
  ledger.add(memory_category::parameters, 100);
  ledger.add(memory_category::workspace, 30);
  ledger.release(memory_category::workspace, 30);
  ledger.add(memory_category::workspace, 20);
  expect_usage(ledger.usage(memory_category::parameters), 100, 100, 100);
  expect_usage(ledger.usage(memory_category::workspace), 20, 30, 50);
  expect_usage(ledger.usage(memory_category::gradients), 0, 0, 0);
  expect_usage(ledger.total(), 120, 130, 150);
}

TEST(memory_ledger, peak_of_all_is_that_of_the_sum) {
  memory_ledger ledger;
  ledger.add(memory_category::activations, 70);
  ledger.release(memory_category::activations, 70);
  ledger.add(memory_category::optimizer, 60);
  // 70 and 60, never at once.
  EXPECT_EQ(ledger.total().peak, 70);
}

TEST(memory_ledger, reset_brings_peaks_to_the_live_values) {
  memory_ledger ledger;
  ledger.add(memory_category::dataset, 50);
  ledger.release(memory_category::dataset, 20);
  ledger.reset_peaks();
  expect_usage(ledger.usage(memory_category::dataset), 30, 30, 50);
  expect_usage(ledger.total(), 30, 30, 50);
  ledger.add(memory_category::dataset, 5);
  EXPECT_EQ(ledger.usage(memory_category::dataset).peak, 35);
}

TEST(memory_ledger, holds_more_than_32_bits) {
  memory_ledger ledger;
  ledger.add(memory_category::dataset, std::size_t{1} << 40);
  EXPECT_EQ(ledger.total().peak, std::int64_t{1} << 40);
}

// Four threads add and release, one resets, one looks: it must never see a peak below live, and at
// the end all must add up.
TEST(memory_ledger, is_right_with_threads) {
  constexpr int rounds = 20000, writers = 4;
  memory_ledger ledger;
  std::atomic<int> working{writers};
  std::vector<std::thread> threads;
  for (int t = 0; t < writers; ++t) {
    threads.emplace_back([&ledger, &working, t] {
      const auto mine = static_cast<memory_category>(t % 2);
      for (int i = 0; i < rounds; ++i) {
        ledger.add(mine, 16);
        ledger.add(memory_category::communication, 4);
        ledger.release(mine, 16);
        ledger.release(memory_category::communication, 4);
      }
      ledger.add(mine, 1);
      --working;
    });
  }
  threads.emplace_back([&] {
    while (working > 0) ledger.reset_peaks();
  });
  while (working > 0) {
    for (const auto& usage : {ledger.total(), ledger.usage(memory_category::communication)}) {
      ASSERT_GE(usage.peak, usage.current);
      ASSERT_GE(usage.current, 0);
      ASSERT_LE(usage.peak, writers * 20);
    }
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ledger.total().current, writers);
  EXPECT_EQ(ledger.total().total, writers * (std::int64_t{rounds} * 20 + 1));
  EXPECT_EQ(ledger.usage(memory_category::communication).current, 0);
  ledger.reset_peaks();
  EXPECT_EQ(ledger.total().peak, writers);
}

TEST(memory_category, names_are_those_of_the_record) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < memory_category_count; ++i) {
    names.push_back(name(static_cast<memory_category>(i)));
  }
  EXPECT_EQ(names,
            (std::vector<std::string_view>{"parameters", "gradients", "optimizer", "activations",
                                           "dataset", "workspace", "communication"}));
  EXPECT_EQ(name(memory_category::communication), "communication");
}

}  // namespace
}  // namespace dpscale::profiles
