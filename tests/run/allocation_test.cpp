// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
// A step allocates nothing: not through operator new (counted), nor, apart from sanitizers, through
// malloc (the C library's own count).
#include <gtest/gtest.h>
#include <malloc.h>

#include <memory>

#include "profiles/allocation_count.hpp"
#include "tests/support/ranks.hpp"

namespace dpscale::tests {
namespace {

// Bytes the C library has handed out. Under a sanitizer, whose allocator replaces it, its arenas
// are never set up and must not be asked.
std::size_t allocated_bytes() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 0;
#else
  return mallinfo2().uordblks;
#endif
}

TEST(allocation_count, sees_an_allocation) {
  const std::uint64_t before = profiles::allocations_of_this_thread();
  const auto something = std::make_unique<std::vector<int>>(3);
  EXPECT_EQ(profiles::allocations_of_this_thread() - before, 2U);
}

class steps_on : public testing::TestWithParam<int> {};

TEST_P(steps_on, allocate_nothing) {
  // An uneven tail and epochs' ends are among the steps.
  const run_setup setup = small_setup({784, 64, 10}, 101, 32);
  const training_plan plan = plan_of(setup, setup.data.train.count);
  const make_strategy make = GetParam() == 0 ? make_single : make_mirrored;
  on_ranks(setup, std::max(1, GetParam()), make, [&](test_rank r) {
    rank_context<cpu>& c = r.context;
    const resident_data<cpu> train(setup.data.train, c.ledger);
    trainer<cpu> t(plan, train, {}, c.ranks.rank(), c.ranks.size(), c.stream, c.blas, c.ledger,
                   c.clock, c.make_strategy);
    t.step();
    c.ranks.barrier();
    const std::uint64_t before = profiles::allocations_of_this_thread();
    const std::size_t heap = allocated_bytes();
    for (int i = 0; i < 50; ++i) t.step();
    const std::size_t after = allocated_bytes();
    EXPECT_EQ(profiles::allocations_of_this_thread() - before, 0U);
    EXPECT_EQ(after, heap);
    c.ranks.barrier();
  });
}

// 0: train_single's path.
INSTANTIATE_TEST_SUITE_P(ranks, steps_on, testing::Values(0, 1, 2, 3));

}  // namespace
}  // namespace dpscale::tests
