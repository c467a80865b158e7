// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "trainers/run/difference.hpp"

namespace dpscale {
namespace {

run_result sound_result() {
  run_result r;
  r.ranks.resize(2);
  for (rank_report& rank : r.ranks) {
    rank.parameters_checksum = 7;
    rank.whole_order_hash = 30;
  }
  r.ranks[0].order_hash = 10;
  r.ranks[1].order_hash = 20;
  r.probe_loss_start = 2.3;
  r.probe_loss_end = 0.4;
  r.epochs.push_back({1, 0.5, 0.9, 1.0});
  return r;
}

std::string verdict(run_result r) {
  judge(r);
  EXPECT_EQ(r.code == protocol::exit_code::ok, r.reason.empty());
  return r.reason;
}

TEST(judge, lets_a_sound_run_pass) { EXPECT_EQ(verdict(sound_result()), ""); }

TEST(judge, refuses_replicas_that_differ) {
  run_result r = sound_result();
  r.ranks[1].parameters_checksum = 8;
  EXPECT_NE(verdict(r).find("rank 1"), std::string::npos);
}

TEST(judge, refuses_another_order_of_samples) {
  run_result r = sound_result();
  r.ranks[1].order_hash = 21;
  EXPECT_NE(verdict(r).find("samples"), std::string::npos);
}

TEST(judge, refuses_a_probe_loss_that_rose_or_is_no_number) {
  run_result r = sound_result();
  r.probe_loss_end = 2.4;
  EXPECT_NE(verdict(r), "");
  r.probe_loss_end = std::nan("");
  EXPECT_NE(verdict(r), "");
  r.probe_loss_end = std::numeric_limits<double>::infinity();
  EXPECT_NE(verdict(r), "");
}

TEST(judge, asks_no_progress_of_a_few_steps) {
  run_result r = sound_result();
  r.epochs.clear();
  r.probe_loss_end = 2.4;
  EXPECT_EQ(verdict(r), "");
}

TEST(verification, takes_the_largest_tensors_relative_difference) {
  const model::layout shape({2, 1});
  std::vector<float> a(shape.size()), b(shape.size());
  const model::layer& fc = shape.layers().front();
  b[fc.weight.offset] = 3;
  b[fc.weight.offset + fc.weight.ld] = 4;  // norm 5
  b[fc.bias.offset] = 2;
  a = b;
  EXPECT_EQ(largest_relative_difference(shape, a, b), 0);
  a[fc.weight.offset] = 3.5;
  EXPECT_DOUBLE_EQ(largest_relative_difference(shape, a, b), 0.1);
  a[fc.bias.offset] = 1;
  EXPECT_DOUBLE_EQ(largest_relative_difference(shape, a, b), 0.5);
  a[fc.bias.offset] = std::nanf("");
  EXPECT_TRUE(std::isinf(largest_relative_difference(shape, a, b)));
}

TEST(verification, checksum_sees_every_bit_and_position) {
  const std::vector<float> a{1, 2, 3, 4}, swapped{2, 1, 3, 4}, zero{0}, minus_zero{-0.0F};
  EXPECT_EQ(checksum(a), checksum(std::vector<float>(a)));
  EXPECT_NE(checksum(a), checksum(swapped));
  EXPECT_NE(checksum(zero), checksum(minus_zero));
}

TEST(verification, tolerance_grows_with_the_root_of_the_batch) {
  EXPECT_DOUBLE_EQ(gradient_tolerance(1), 1e-6);
  EXPECT_NEAR(gradient_tolerance(4 * 8192) / gradient_tolerance(8192), 2, 1e-9);
  EXPECT_LT(gradient_tolerance(65'536), 1e-4);
}

}  // namespace
}  // namespace dpscale
