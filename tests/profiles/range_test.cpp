// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// Ranges with no tool that listens, with NVTX in the build or without.
#include "profiles/range.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>
#include <type_traits>

#include "profiles/phase_ranges.hpp"

namespace dpscale::profiles {
namespace {

static_assert(!std::is_copy_constructible_v<scoped_range>);
static_assert(std::is_nothrow_destructible_v<scoped_range>);

class range : public testing::Test {
 protected:
  static void SetUpTestSuite() { unsetenv("NVTX_INJECTION64_PATH"); }
};

TEST_F(range, is_dead_without_a_tool) {
  const range_name name("name");
  EXPECT_FALSE(name.live());
  EXPECT_FALSE(step_range().live());
  EXPECT_FALSE(phase_ranges().live());
}

TEST_F(range, nests_and_crosses_threads_without_a_tool) {
  const range_name name("name");
  const scoped_range outer(name);
  std::thread other([&name] {
    const scoped_range step(step_range(), range_category::step, 1);
    const scoped_range inner(name, range_category::other, 2);
    phase_ranges phases;
    for (std::size_t p = 0; p < phase_count; ++p) phases.enter(static_cast<phase>(p));
  });
  other.join();
  const scoped_range inner(name);
}

}  // namespace
}  // namespace dpscale::profiles
