// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/comm/local.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <thread>

#include "trainers/backend/cpu/isa.hpp"
#include "trainers/comm/run_ranks.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::comm {
namespace {

class local : public testing::TestWithParam<int> {
 protected:
  template <typename Body>
  void on_every_rank(const Body& body, bool spin = false) {
    local_group group(GetParam(), spin, kernels::launches(backend::best_isa()));
    run_ranks(group, {}, [&](int rank) {
      profiles::phase_clock clock;
      local_communicator communicator(group, rank, clock);
      body(communicator);
    });
  }
};

TEST_P(local, all_reduce_gives_every_rank_the_closed_form) {
  const int n = GetParam();
  on_every_rank([n](communicator& c) {
    for (const std::size_t count : {0, 1, 15, 16, 17, 1000, 50'000}) {
      std::vector<float> data(count);
      // Sum over ranks of (rank + 1) * (i % 97): small integers, exact in float32.
      for (std::size_t i = 0; i < count; ++i) {
        data[i] = static_cast<float>((c.rank() + 1) * static_cast<int>(i % 97));
      }
      c.all_reduce(data);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(data[i], static_cast<float>(n * (n + 1) / 2 * static_cast<int>(i % 97)));
      }
    }
  });
}

TEST_P(local, all_reduce_adds_in_rank_order_so_that_bits_are_equal) {
  const int n = GetParam();
  // Values whose sum depends on the order: 1e8 + 1 - 1e8 is 0 or 1.
  const auto value = [](int rank, std::size_t i) {
    return rank % 3 == 0 ? 1e8F : (rank % 3 == 1 ? 1.0F + static_cast<float>(i) : -1e8F);
  };
  on_every_rank([&](communicator& c) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      std::vector<float> data(333);
      for (std::size_t i = 0; i < data.size(); ++i) data[i] = value(c.rank(), i);
      if (c.rank() == repeat % n) std::this_thread::yield();
      c.all_reduce(data);
      for (std::size_t i = 0; i < data.size(); ++i) {
        float expected = value(0, i);
        for (int r = 1; r < n; ++r) expected += value(r, i);
        ASSERT_EQ(data[i], expected) << "repeat " << repeat << " at " << i;
      }
    }
  });
}

TEST_P(local, all_gather_is_in_rank_order) {
  const int n = GetParam();
  on_every_rank([n](communicator& c) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      const int mine = 100 * repeat + c.rank();
      std::vector<int> all(static_cast<std::size_t>(n));
      c.all_gather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
      for (int r = 0; r < n; ++r) ASSERT_EQ(all[static_cast<std::size_t>(r)], 100 * repeat + r);
    }
  });
}

TEST_P(local, broadcast_gives_the_roots_values) {
  const int n = GetParam();
  on_every_rank([n](communicator& c) {
    for (int root = 0; root < n; ++root) {
      std::vector<int> data(17, c.rank());
      c.broadcast(std::as_writable_bytes(std::span(data)), root);
      ASSERT_EQ(data, std::vector<int>(17, root));
    }
  });
}

TEST_P(local, no_rank_leaves_a_barrier_before_all_have_come) {
  const int n = GetParam();
  std::atomic<int> arrived{0};
  on_every_rank([&](communicator& c) {
    for (int repeat = 1; repeat <= 200; ++repeat) {
      arrived.fetch_add(1);
      c.barrier();
      ASSERT_GE(arrived.load(), repeat * n);
      c.barrier();
    }
  });
}

TEST_P(local, a_failed_rank_ends_the_others_waits_and_its_error_is_the_one_reported) {
  const int n = GetParam();
  try {
    on_every_rank([n](communicator& c) {
      if (c.rank() == n - 1) {
        throw protocol::error(protocol::exit_code::out_of_memory, "rank broke");
      }
      for (;;) c.barrier();
    });
    FAIL() << "nothing was thrown";
  } catch (const protocol::error& e) {
    EXPECT_EQ(e.code(), protocol::exit_code::out_of_memory);
    EXPECT_STREQ(e.what(), "rank broke");
  }
}

INSTANTIATE_TEST_SUITE_P(ranks, local, testing::Values(1, 2, 3, 4, 8));

TEST(many_ranks, sum_to_the_closed_form) {
  constexpr int n = 300;
  constexpr std::size_t count = 10'000;  // 625 cache lines: slices of two and of three
  local_group group(n, false, kernels::launches(backend::best_isa()));
  std::atomic<int> right{0};
  run_ranks(group, {}, [&](int rank) {
    profiles::phase_clock clock;
    local_communicator communicator(group, rank, clock);
    std::vector<float> data(count);
    for (std::size_t i = 0; i < count; ++i) {
      data[i] = static_cast<float>((rank + 1) * static_cast<int>(i % 97));
    }
    communicator.all_reduce(data);
    for (std::size_t i = 0; i < count; ++i) {
      // At most 300 * 301 / 2 * 96, below 2^24: exact in float32.
      ASSERT_EQ(data[i], static_cast<float>(n * (n + 1) / 2 * static_cast<int>(i % 97)));
    }
    right.fetch_add(1);
  });
  EXPECT_EQ(right.load(), n);
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // they read the stack's size
TEST(run_ranks, says_so_where_the_system_refuses_a_thread) {
  pthread_attr_t usual, larger_than_any_memory;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_getattr_default_np(&larger_than_any_memory), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&larger_than_any_memory, std::size_t{1} << 60), 0);
  ASSERT_EQ(pthread_setattr_default_np(&larger_than_any_memory), 0);
  local_group group(2, false, kernels::launches(backend::best_isa()));
  try {
    run_ranks(group, {}, [](int) {});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const protocol::error& e) {
    EXPECT_EQ(e.code(), protocol::exit_code::unsupported);
    EXPECT_NE(std::string(e.what()).find("thread of rank 0 of 2 can't be started"),
              std::string::npos)
        << e.what();
  }
  EXPECT_EQ(pthread_setattr_default_np(&usual), 0);
}
#endif

}  // namespace
}  // namespace dpscale::comm
