// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "trainers/backend/cpu/isa.hpp"
#include "trainers/kernels/cpu/launch_table.hpp"

namespace dpscale::tests {

/// 64-byte aligned floats with a guard behind them that must stay as it is.
class aligned_floats {
 public:
  explicit aligned_floats(std::size_t count)
      : count_(count), memory_(allocate((count + guard + 15) / 16 * 16)) {
    for (std::size_t i = 0; i < count + guard; ++i) memory_[i] = i < count ? 0.0F : guard_value;
  }
  aligned_floats(aligned_floats&&) = default;
  aligned_floats(const aligned_floats&) = delete;
  aligned_floats& operator=(aligned_floats&&) = delete;
  aligned_floats& operator=(const aligned_floats&) = delete;
  ~aligned_floats() {
    for (std::size_t i = 0; memory_ && i < guard; ++i) {
      EXPECT_EQ(memory_[count_ + i], guard_value) << "written " << i << " past the end";
    }
  }

  [[nodiscard]] float* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return count_; }
  float& operator[](std::size_t i) const { return memory_[i]; }

 private:
  static constexpr std::size_t guard = 32;
  static constexpr float guard_value = 12345.0F;
  static constexpr std::align_val_t alignment{64};
  struct releaser {
    void operator()(float* p) const { ::operator delete(p, alignment); }
  };
  static float* allocate(std::size_t count) {
    return static_cast<float*>(::operator new(count * sizeof(float), alignment));
  }

  std::size_t count_;
  std::unique_ptr<float[], releaser> memory_;
};

/// A row-major matrix with gaps to a multiple of 16 columns (one whole gap of 16 more, if asked
/// for).
struct matrix {
  matrix(std::size_t rows, std::size_t cols, std::size_t wider = 0)
      : e{rows, cols, (cols + 15) / 16 * 16 + wider}, values(e.rows * e.ld) {}

  [[nodiscard]] float* data() const { return values.data(); }
  float& at(std::size_t r, std::size_t c) const { return values[r * e.ld + c]; }
  /// Whatever a gap holds it must not reach a result.
  void poison_gaps() const {
    for (std::size_t r = 0; r < e.rows; ++r) {
      for (std::size_t c = e.cols; c < e.ld; ++c) {
        at(r, c) = std::numeric_limits<float>::quiet_NaN();
      }
    }
  }
  void fill_random(unsigned seed, float low, float high) const {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> uniform(low, high);
    for (std::size_t r = 0; r < e.rows; ++r) {
      for (std::size_t c = 0; c < e.cols; ++c) at(r, c) = uniform(engine);
    }
  }
  [[nodiscard]] matrix copy() const {
    matrix other(e.rows, e.cols, e.ld - (e.cols + 15) / 16 * 16);
    for (std::size_t i = 0; i < values.size(); ++i) other.values[i] = values[i];
    return other;
  }

  kernels::extent e;
  aligned_floats values;
};

/// `count` labels below `classes`.
inline std::vector<std::uint8_t> random_labels(std::size_t count, std::size_t classes,
                                               unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<std::uint8_t> labels(count);
  for (auto& label : labels) label = static_cast<std::uint8_t>(engine() % classes);
  return labels;
}

/// Batch sizes and widths that meet every kind of edge.
inline const std::vector<std::size_t> ragged_rows{0, 1, 2, 3, 7, 33};
inline const std::vector<std::size_t> ragged_cols{1, 3, 10, 16, 17, 64, 100, 256};

/// The levels this machine runs, the baseline first.
inline std::vector<backend::isa> machine_levels() {
  std::vector<backend::isa> levels;
  for (const auto level :
       {backend::isa::baseline, backend::isa::x86_64_v3, backend::isa::x86_64_v4}) {
    if (backend::supported(level)) levels.push_back(level);
  }
  return levels;
}

/// A test of every level's launches.
class kernel_test : public testing::TestWithParam<backend::isa> {
 protected:
  const kernels::launch_table& launch = kernels::launches(GetParam());
};

inline std::string level_name(const testing::TestParamInfo<backend::isa>& level) {
  std::string text(backend::name(level.param));
  for (char& c : text) {
    if (c == '-') c = '_';
  }
  return text;
}

/// Runs `check(rows, cols)` at every ragged size.
template <typename Check>
void at_ragged_sizes(const Check& check) {
  for (const std::size_t rows : ragged_rows) {
    for (const std::size_t cols : ragged_cols) {
      SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(cols));
      check(rows, cols);
    }
  }
}

}  // namespace dpscale::tests
