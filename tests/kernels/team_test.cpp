// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/kernels/team.hpp"

#include "tests/kernels/kernel_data.hpp"
#include "tests/support/threaded_team.hpp"
#include "trainers/kernels/bias_relu.hpp"
#include "trainers/kernels/gather.hpp"
#include "trainers/kernels/softmax_cross_entropy.hpp"

namespace dpscale::tests {
namespace {

/// The cooperative paths of the row bodies, which a GPU's warps and blocks take, against the serial
/// team's.
class team_test : public testing::TestWithParam<std::size_t> {
 protected:
  static constexpr std::size_t rows = 3;
};

TEST_P(team_test, reduces_over_its_members) {
  const auto size = static_cast<float>(GetParam());
  run_team(GetParam(), [&](const threaded_team& team) {
    const auto rank = static_cast<float>(team.rank());
    EXPECT_EQ(team.sum(rank + 1), size * (size + 1) / 2);
    EXPECT_EQ(team.max(-rank), 0.0F);
    EXPECT_EQ(team.max(rank), size - 1);
    EXPECT_TRUE(team.any(rank == 0));
    EXPECT_FALSE(team.any(false));
  });
}

TEST_P(team_test, bias_relu_is_the_serial_one) {
  for (const std::size_t cols : ragged_cols) {
    const matrix y(rows, cols), bias(1, cols);
    y.fill_random(1, -1, 1);
    bias.fill_random(2, -1, 1);
    const matrix expected = y.copy();
    for (std::size_t r = 0; r < rows; ++r) {
      kernels::bias_relu{expected.data(), bias.data(), y.e}(kernels::serial_team{}, r);
    }
    run_team(GetParam(), [&](const threaded_team& team) {
      for (std::size_t r = 0; r < rows; ++r)
        kernels::bias_relu{y.data(), bias.data(), y.e}(team, r);
    });
    for (std::size_t i = 0; i < y.values.size(); ++i) ASSERT_EQ(y.values[i], expected.values[i]);
  }
}

TEST_P(team_test, gather_is_the_serial_one) {
  std::vector<std::uint8_t> images(8 * 100);
  for (std::size_t i = 0; i < images.size(); ++i) images[i] = static_cast<std::uint8_t>(i * 37);
  const std::uint32_t index[rows] = {7, 0, 3};
  const matrix out(rows, 100, 16), expected(rows, 100, 16);
  out.poison_gaps();
  for (std::size_t r = 0; r < rows; ++r) {
    kernels::gather_scale{images.data(), 100, index, expected.data(), out.e.ld}(
        kernels::serial_team{}, r);
  }
  run_team(GetParam(), [&](const threaded_team& team) {
    for (std::size_t r = 0; r < rows; ++r) {
      kernels::gather_scale{images.data(), 100, index, out.data(), out.e.ld}(team, r);
    }
  });
  for (std::size_t i = 0; i < out.values.size(); ++i) ASSERT_EQ(out.values[i], expected.values[i]);
  EXPECT_EQ(expected.at(0, 5), static_cast<float>(images[705]) / 255.0F);
}

TEST_P(team_test, softmax_is_the_serial_one) {
  for (const bool in_place : {false, true}) {
    for (const std::size_t cols : ragged_cols) {
      const matrix logits(rows, cols, 16), bias(1, cols), out(rows, cols, 16);
      const matrix expected(rows, cols, 16);
      logits.fill_random(1, -5, 5);
      bias.fill_random(2, -1, 1);
      logits.poison_gaps();
      out.poison_gaps();
      const auto labels = random_labels(rows, cols, 3);
      const float weights[rows] = {1.0F, 0.5F, 2.0F};
      kernels::row_loss serial[rows], found[rows];
      const auto body = [&](const matrix& d) {
        return kernels::softmax_cross_entropy{logits.data(), bias.data(), labels.data(), weights,
                                              d.data(),      0.25F,       logits.e};
      };
      for (std::size_t r = 0; r < rows; ++r) serial[r] = body(expected)(kernels::serial_team{}, r);
      const matrix& d = in_place ? logits : out;
      run_team(GetParam(), [&](const threaded_team& team) {
        for (std::size_t r = 0; r < rows; ++r) {
          const kernels::row_loss row = body(d)(team, r);
          if (team.rank() == 0) found[r] = row;
        }
      });
      for (std::size_t r = 0; r < rows; ++r) {
        EXPECT_NEAR(found[r].loss, serial[r].loss, 1e-6F * (1 + serial[r].loss));
        EXPECT_EQ(found[r].correct, serial[r].correct);
        for (std::size_t c = 0; c < d.e.ld; ++c) {
          ASSERT_NEAR(d.at(r, c), expected.at(r, c), 2.4e-7F) << cols << ": " << r << "," << c;
        }
      }
    }
  }
}

TEST_P(team_test, losses_add_up) {
  std::vector<kernels::row_loss> losses;
  double expected = 0;
  for (std::size_t r = 0; r < 77; ++r) {
    losses.push_back({static_cast<float>(r) * 0.25F, r % 3 == 0});
    expected += static_cast<double>(r) * 0.25;
  }
  double loss = 0;
  std::uint64_t correct = 0;
  run_team(GetParam(), [&](const threaded_team& team) {
    kernels::total_losses{losses.data(), losses.size(), &loss, &correct}(team, 0);
  });
  EXPECT_EQ(loss, expected);
  EXPECT_EQ(correct, 26U);
}

INSTANTIATE_TEST_SUITE_P(sizes, team_test, testing::Values(1, 2, 3, 8, 32),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace dpscale::tests
