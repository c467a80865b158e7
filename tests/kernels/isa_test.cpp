// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/backend/cpu/isa.hpp"

#include <gtest/gtest.h>

#include "tests/kernels/kernel_data.hpp"

namespace dpscale::tests {
namespace {

TEST(isa, names_lead_back_to_their_levels) {
  for (const auto level : machine_levels()) {
    EXPECT_EQ(backend::isa_from_name(backend::name(level)), level);
  }
  EXPECT_FALSE(backend::isa_from_name("x86-64-v5"));
  EXPECT_FALSE(backend::isa_from_name(""));
}

TEST(isa, best_is_the_last_that_is_supported) {
  EXPECT_TRUE(backend::supported(backend::isa::baseline));
  EXPECT_EQ(backend::best_isa(), machine_levels().back());
  // A machine that runs a level runs those below it.
  EXPECT_LE(backend::supported(backend::isa::x86_64_v4),
            backend::supported(backend::isa::x86_64_v3));
}

TEST(isa, levels_have_launches_of_their_own) {
  for (const auto level : machine_levels()) {
    if (level == backend::isa::baseline) continue;
    EXPECT_NE(kernels::launches(level).adam, kernels::launches(backend::isa::baseline).adam);
  }
}

}  // namespace
}  // namespace dpscale::tests
