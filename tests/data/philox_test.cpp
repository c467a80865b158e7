// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/data/philox.hpp"

#include <gtest/gtest.h>

namespace dpscale::data {
namespace {

using words = std::array<std::uint32_t, 4>;

// The known answers published with Random123 (kat_vectors, philox4x32, 10 rounds).
TEST(philox, gives_the_published_answers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (words{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  constexpr std::uint32_t ones = 0xFFFFFFFF;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (words{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  // The digits of pi.
  EXPECT_EQ(philox({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344}, {0xA4093822, 0x299F31D0}),
            (words{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST(philox, is_usable_in_constant_expressions) {
  static_assert(philox({0, 0, 0, 0}, {0, 0})[0] == 0x6627E8D5);
}

TEST(unit_float, stays_below_one) {
  EXPECT_EQ(unit_float(0), 0.0F);
  EXPECT_LT(unit_float(0xFFFFFFFF), 1.0F);
  EXPECT_EQ(unit_float(0x80000000), 0.5F);
}

TEST(below, covers_its_bound_and_no_more) {
  EXPECT_EQ(below(0, 10), 0U);
  EXPECT_EQ(below(0xFFFFFFFF, 10), 9U);
  EXPECT_EQ(below(0x80000000, 10), 5U);
  EXPECT_EQ(below(0xFFFFFFFF, 1), 0U);
}

TEST(seed_key, keeps_all_64_bits) {
  EXPECT_EQ(seed_key(0x123456789ABCDEF0), (std::array<std::uint32_t, 2>{0x9ABCDEF0, 0x12345678}));
}

}  // namespace
}  // namespace dpscale::data
