// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// Ranges with a tool that listens: a program of its own, because a process looks for a tool once.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "profiles/phase_clock.hpp"
#include "profiles/range.hpp"

namespace dpscale::profiles {
namespace {

const char* const tool_path = DPSCALE_RECORDING_TOOL;

class range_tool : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    setenv("NVTX_INJECTION64_PATH", tool_path, 1);
    void* tool = dlopen(tool_path, RTLD_NOW);
    ASSERT_NE(tool, nullptr) << dlerror();
    listen = reinterpret_cast<const char* (*)()>(dlsym(tool, "dpscale_recorded"));
    ASSERT_NE(listen, nullptr);
    const range_name first("first");
    ASSERT_TRUE(first.live());
    EXPECT_EQ(recorded(),
              "dpscale category 1 step\ndpscale category 2 phase\ndpscale category 3 other\n");
  }
  static std::string recorded() { return listen(); }

 private:
  static inline const char* (*listen)() = nullptr;
};

TEST_F(range_tool, hears_nested_ranges) {
  const range_name outer("outer");
  {
    const scoped_range a(outer);
    const scoped_range b(step_range(), range_category::step, 7);
  }
  EXPECT_EQ(recorded(),
            "dpscale push outer registered category 3\n"
            "dpscale push step registered category 1 payload 7\n"
            "dpscale pop\ndpscale pop\n");
}

TEST_F(range_tool, hears_the_phases_of_a_step) {
  for (const bool on : {false, true}) {
    phase_clock clock;
    if (on) clock.start();
    {
      const scoped_range step(step_range(), range_category::step, 1);
      clock.enter(phase::input);
      clock.enter(phase::backward);
      clock.enter(phase::other);
    }
    if (on) clock.stop();
    EXPECT_EQ(recorded(),
              "dpscale push step registered category 1 payload 1\n"
              "dpscale push input registered category 2\ndpscale pop\n"
              "dpscale push backward registered category 2\ndpscale pop\n"
              "dpscale pop\n");
  }
}

TEST_F(range_tool, hears_that_a_phase_ends_with_its_clock) {
  {
    phase_clock clock;
    clock.enter(phase::exchange);
  }
  EXPECT_EQ(recorded(), "dpscale push exchange registered category 2\ndpscale pop\n");
}

TEST_F(range_tool, hears_many_threads_in_balance) {
  constexpr int threads = 4, rounds = 500;
  std::vector<std::thread> all;
  all.reserve(threads);
  for (int t = 0; t < threads; ++t) {
    all.emplace_back([] {
      phase_clock clock;
      for (int i = 0; i < rounds; ++i) {
        const scoped_range step(step_range(), range_category::step, i);
        clock.enter(phase::forward);
        clock.enter(phase::other);
      }
    });
  }
  for (std::thread& thread : all) thread.join();
  const std::string text = recorded();
  std::size_t pushes = 0, pops = 0;
  for (std::size_t at = 0; (at = text.find("dpscale p", at)) != std::string::npos; ++at) {
    ++(text[at + 9] == 'u' ? pushes : pops);
  }
  EXPECT_EQ(pushes, std::size_t{threads} * rounds * 2);
  EXPECT_EQ(pops, pushes);
}

}  // namespace
}  // namespace dpscale::profiles
