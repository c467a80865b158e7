// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/measure/turns.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <sstream>
#include <thread>

#include "trainers/comm/comm_world.hpp"
#include "trainers/comm/local.hpp"
#include "trainers/comm/run_ranks.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale {
namespace {

constexpr measure_settings short_warm_up{1e-6, 1e-6, 0.5, 1.0, 3};

class counted_work final : public stepper {
 public:
  explicit counted_work(std::uint64_t samples_per_step) : samples_(samples_per_step) {}
  std::uint64_t run(std::uint64_t steps) override {
    steps_ += steps;
    return steps * samples_;
  }
  std::uint64_t steps_ = 0;

 private:
  std::uint64_t samples_;
};

/// A stream socket: what the harness holds and what the trainer is given.
struct stream {
  stream() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0); }
  ~stream() {
    close(ends[0]);
    close(ends[1]);
  }
  void send(const std::string& text) const {
    EXPECT_EQ(write(ends[0], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void end() const { shutdown(ends[0], SHUT_WR); }
  [[nodiscard]] std::string line() const {
    std::string text;
    for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) text += c;
    return text;
  }
  std::array<int, 2> ends{};
};

window window_in(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  window w{};
  words >> word >> w.seconds >> w.steps >> w.samples;
  EXPECT_EQ(word, "done") << line;
  return w;
}

std::string fault_of(const std::string& sent) {
  const stream harness;
  harness.send(sent);
  harness.end();
  turn_channel channel(harness.ends[1]);
  alone ranks;
  counted_work work(1);
  try {
    static_cast<void>(measure_in_turns(short_warm_up, &channel, ranks, work));
  } catch (const protocol::error& fault) {
    EXPECT_EQ(fault.code(), protocol::exit_code::communication);
    return fault.what();
  }
  return "";
}

TEST(turns, give_a_window_each_and_end_with_the_stream) {
  const stream harness;
  turn_channel channel(harness.ends[1]);
  alone ranks;
  counted_work work(32);
  measurement m;
  std::thread trainer([&] { m = measure_in_turns(short_warm_up, &channel, ranks, work); });
  EXPECT_EQ(harness.line(), "ready");
  std::vector<window> told;
  for (int turn = 0; turn < 3; ++turn) {
    harness.send("turn 0.001\n");
    told.push_back(window_in(harness.line()));
  }
  harness.end();
  trainer.join();
  EXPECT_EQ(m.ended_by, measuring_end::turns);
  ASSERT_EQ(m.windows.size(), told.size());
  std::uint64_t samples = 0, steps = m.warmup_steps;
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(m.windows[i].steps, told[i].steps);
    EXPECT_EQ(m.windows[i].samples, 32 * told[i].steps);
    EXPECT_EQ(told[i].samples, 32 * told[i].steps);
    EXPECT_GE(told[i].steps, 100U);
    samples += told[i].samples;
    steps += told[i].steps;
  }
  EXPECT_EQ(m.samples_per_rank, std::vector<std::uint64_t>{samples});
  EXPECT_GT(work.steps_, steps) << "the untimed steps before each window";
}

TEST(turns, are_taken_by_all_ranks_together) {
  const stream harness;
  harness.send("turn 0.001\nturn 0.001\n");
  harness.end();
  turn_channel channel(harness.ends[1]);
  comm::local_group group(3, false, kernels::launches(backend::best_isa()));
  std::array<measurement, 3> found;
  comm::run_ranks(group, {}, [&](int rank) {
    profiles::phase_clock clock;
    comm::local_communicator communicator(group, rank, clock);
    comm_world ranks(communicator);
    counted_work work(static_cast<std::uint64_t>(rank) + 1);
    found.at(static_cast<std::size_t>(rank)) =
        measure_in_turns(short_warm_up, rank == 0 ? &channel : nullptr, ranks, work);
  });
  EXPECT_EQ(harness.line(), "ready");
  for (const measurement& m : found) {
    ASSERT_EQ(m.windows.size(), 2U);
    for (const window& w : m.windows) EXPECT_EQ(w.samples, (1 + 2 + 3) * w.steps);
  }
  EXPECT_EQ(window_in(harness.line()).steps, found[0].windows[0].steps);
}

TEST(turns, refuse_what_is_no_turn) {
  for (const char* sent : {"turn\n", "turn 0\n", "turn -1\n", "turn nan\n", "turn 1 2\n", "go 1\n",
                           "turn 1e9\n", "\n"}) {
    EXPECT_NE(fault_of(sent).find("expected 'turn SECONDS'"), std::string::npos) << sent;
  }
  EXPECT_NE(fault_of(std::string(5000, 'x')).find("4096 bytes"), std::string::npos);
  EXPECT_NE(fault_of("").find("before the first turn"), std::string::npos);
  EXPECT_NE(fault_of("turn 1").find("before the first turn"), std::string::npos);
}

TEST(turns, need_an_open_descriptor) {
  const int closed = dup(0);
  close(closed);
  try {
    const turn_channel channel(closed);
    FAIL() << "a closed descriptor was taken";
  } catch (const protocol::error& fault) {
    EXPECT_EQ(fault.code(), protocol::exit_code::usage);
  }
}

}  // namespace
}  // namespace dpscale
