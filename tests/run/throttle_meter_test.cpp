// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/measure/throttle_meter.hpp"

#include <gtest/gtest.h>

#include "trainers/run/measure/measure.hpp"

namespace dpscale {
namespace {

using counts = std::vector<std::optional<protocol::throttling>>;

/// Gives `readings` one after another.
throttle_meter meter_of(counts readings) {
  return throttle_meter([readings = std::move(readings), next = std::size_t{0}]() mutable {
    return readings.at(next++);
  });
}

TEST(throttle_meter, adds_up_what_came_during_its_stretches_only) {
  throttle_meter meter = meter_of({{{10, 1.0}}, {{12, 1.5}}, {{40, 9.0}}, {{41, 9.25}}});
  for (int stretch = 0; stretch < 2; ++stretch) {
    meter.start();
    meter.stop();
  }
  ASSERT_TRUE(meter.total());
  EXPECT_EQ(meter.total()->periods, 3U);
  EXPECT_DOUBLE_EQ(meter.total()->seconds, 0.75);
}

TEST(throttle_meter, says_nothing_where_the_system_does_not_count) {
  for (const counts& readings :
       {counts{std::nullopt, std::nullopt}, counts{{{5, 1.0}}, std::nullopt},
        counts{{{5, 1.0}}, {{2, 0.5}}}}) {
    throttle_meter meter = meter_of(readings);
    meter.start();
    meter.stop();
    EXPECT_FALSE(meter.total());
  }
}

/// Work that takes no time; the quota stops it once in each of its runs.
class stopped_work final : public stepper {
 public:
  std::uint64_t run(std::uint64_t steps) override {
    ++runs;
    return steps;
  }
  std::uint64_t runs = 0;
};

TEST(measure, knows_how_often_the_quota_stopped_its_windows_and_leaves_the_warm_up_out) {
  alone ranks;
  stopped_work work;
  throttle_meter meter([&work] { return protocol::throttling{work.runs, 0.0}; });
  const measurement m = measure({1e-6, 1e-6, 0.5, 0.0, 3}, ranks, work, std::move(meter));
  ASSERT_TRUE(m.throttled);
  EXPECT_EQ(m.throttled->periods, m.windows.size());
  EXPECT_GT(work.runs, m.windows.size());
}

}  // namespace
}  // namespace dpscale
