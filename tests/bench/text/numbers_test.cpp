// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/text/numbers.hpp"

#include <gtest/gtest.h>

namespace dpscale::bench {
namespace {

TEST(Numbers, AreForPeople) {
  EXPECT_EQ(with_thousands(0.0), "0");
  EXPECT_EQ(with_thousands(999.4), "999");
  EXPECT_EQ(with_thousands(1000.0), "1,000");
  EXPECT_EQ(with_thousands(1234567.0), "1,234,567");
  EXPECT_EQ(with_thousands(-123456.0), "-123,456");
  EXPECT_EQ(duration_text(57.8e-6), "57.8 us");
  EXPECT_EQ(duration_text(0.0123), "12.30 ms");
  EXPECT_EQ(duration_text(1.25), "1.2 s");
  EXPECT_EQ(duration_text(161.0), "2 min 41 s");
  EXPECT_EQ(duration_text(7260.0), "2 h 1 min");
  EXPECT_EQ(estimate_text(0.4), "0 s");
  EXPECT_EQ(estimate_text(59.6), "1 min 0 s");
}

TEST(Numbers, RangesAreRoundedOutwards) {
  EXPECT_EQ(percent_range(0.812, 1.027, " to "), "81 to 103");
  EXPECT_EQ(percent_range(0.819, 1.0201, ".."), "81..103");
  // 100 x 0.29 is 28.999999999999996 and 100 x 1.1 is 110.00000000000001.
  EXPECT_EQ(percent_range(0.29, 1.1, ".."), "29..110");
  EXPECT_EQ(percent_range(0.0, 0.3, ".."), "0..30");
}

}  // namespace
}  // namespace dpscale::bench
