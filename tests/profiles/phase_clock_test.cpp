// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "profiles/phase_clock.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace dpscale::profiles {
namespace {

/// Stands still until told otherwise, and counts how often it is asked.
struct fake_clock {
  using stamp = int;
  static inline int time = 0, asked = 0;
  static stamp now() {
    ++asked;
    return time;
  }
  static double seconds(stamp from, stamp to) { return 0.5 * (to - from); }
};
static_assert(stamp_clock<fake_clock>);

class phase_clock_test : public testing::Test {
 protected:
  phase_clock_test() { fake_clock::time = fake_clock::asked = 0; }

  void spend(int ticks) { fake_clock::time += ticks; }
  [[nodiscard]] double sum() const {
    double all = 0;
    for (std::size_t p = 0; p < phase_count; ++p) all += clock_.seconds(static_cast<phase>(p));
    return all;
  }

  basic_phase_clock<fake_clock> clock_;
};

TEST_F(phase_clock_test, charges_each_phase_until_the_next) {
  clock_.start();
  spend(1);
  for (int step = 0; step < 2; ++step) {
    clock_.enter(phase::input);
    spend(2);
    clock_.enter(phase::forward);
    spend(4);
    clock_.enter(phase::loss);
    spend(8);
    clock_.enter(phase::backward);
    spend(16);
    clock_.enter(phase::exchange);
    spend(32);
    clock_.enter(phase::wait);
    spend(64);
    clock_.enter(phase::optimizer);
    spend(128);
    clock_.enter(phase::other);
    spend(256);
  }
  clock_.stop();
  EXPECT_EQ(clock_.seconds(phase::input), 2);
  EXPECT_EQ(clock_.seconds(phase::forward), 4);
  EXPECT_EQ(clock_.seconds(phase::loss), 8);
  EXPECT_EQ(clock_.seconds(phase::backward), 16);
  EXPECT_EQ(clock_.seconds(phase::exchange), 32);
  EXPECT_EQ(clock_.seconds(phase::wait), 64);
  EXPECT_EQ(clock_.seconds(phase::optimizer), 128);
  EXPECT_EQ(clock_.seconds(phase::other), 256.5);
  EXPECT_EQ(sum(), 0.5 * fake_clock::time);
}

TEST_F(phase_clock_test, entering_a_phase_again_adds_to_it) {
  clock_.start();
  clock_.enter(phase::wait);
  spend(2);
  clock_.enter(phase::wait);
  spend(4);
  clock_.stop();
  EXPECT_EQ(clock_.seconds(phase::wait), 3);
}

TEST_F(phase_clock_test, off_it_never_asks_for_the_time) {
  clock_.enter(phase::forward);
  spend(10);
  clock_.stop();
  EXPECT_EQ(fake_clock::asked, 0);
  EXPECT_EQ(sum(), 0);
}

TEST_F(phase_clock_test, leaves_out_what_passes_between_stop_and_start) {
  clock_.start();
  clock_.enter(phase::forward);
  spend(6);
  clock_.stop();
  spend(1000);
  clock_.enter(phase::loss);
  clock_.start();
  spend(4);
  clock_.stop();
  EXPECT_EQ(clock_.seconds(phase::forward), 3);
  EXPECT_EQ(clock_.seconds(phase::loss), 0);
  EXPECT_EQ(clock_.seconds(phase::other), 2);
}

TEST_F(phase_clock_test, reset_forgets_the_seconds_and_keeps_running) {
  clock_.start();
  spend(10);
  clock_.enter(phase::forward);
  clock_.reset();
  spend(2);
  clock_.stop();
  EXPECT_EQ(clock_.seconds(phase::other), 0);
  EXPECT_EQ(clock_.seconds(phase::forward), 1);
}

TEST(host_clock, phases_add_up_to_the_time_between) {
  phase_clock clock;
  const auto before = host_clock::now();
  clock.start();
  for (int i = 0; i < 100; ++i) {
    clock.enter(phase::forward);
    std::this_thread::yield();
    clock.enter(phase::backward);
  }
  clock.stop();
  const double around = host_clock::seconds(before, host_clock::now());
  double sum = 0;
  for (std::size_t p = 0; p < phase_count; ++p) sum += clock.seconds(static_cast<phase>(p));
  EXPECT_GT(sum, 0);
  EXPECT_LE(sum, around * (1 + 1e-9));  // sums of differences round
}

TEST(phase, names_are_those_of_the_record) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < phase_count; ++i) names.push_back(name(static_cast<phase>(i)));
  EXPECT_EQ(names, (std::vector<std::string_view>{"input", "forward", "loss", "backward",
                                                  "exchange", "wait", "optimizer", "other"}));
}

}  // namespace
}  // namespace dpscale::profiles
