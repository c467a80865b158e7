// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/backend/cpu/gemm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "trainers/backend/cpu/gemm_dnnl.hpp"
#include "trainers/backend/cpu/gemm_xsmm.hpp"

namespace dpscale::backend {
namespace {

std::vector<float> random_values(std::size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
  std::vector<float> values(count);
  for (float& v : values) v = uniform(engine);
  return values;
}

/// Compares one product with a plain float64 one; a relative error of the sum of magnitudes.
void expect_right(const gemm& product, const gemm_shape& s) {
  const auto a = random_values((s.transpose_a ? s.k : s.m) * s.lda, 1);
  const auto b = random_values(s.k * s.ldb, 2);
  const auto before = random_values(s.m * s.ldc, 3);
  auto c = before;

  product(a.data(), b.data(), c.data());

  for (std::size_t i = 0; i < s.m; ++i) {
    for (std::size_t j = 0; j < s.ldc; ++j) {
      const std::size_t at = i * s.ldc + j;
      if (j >= s.n) {
        ASSERT_EQ(c[at], before[at]) << "wrote past column " << s.n;
        continue;
      }
      double sum = s.accumulate ? static_cast<double>(before[at]) : 0.0, magnitude = std::abs(sum);
      for (std::size_t p = 0; p < s.k; ++p) {
        const double left =
            static_cast<double>(s.transpose_a ? a[p * s.lda + i] : a[i * s.lda + p]);
        const double term = left * static_cast<double>(b[p * s.ldb + j]);
        sum += term;
        magnitude += std::abs(term);
      }
      ASSERT_NEAR(static_cast<double>(c[at]), sum, 1e-6 * magnitude + 1e-7) << i << "," << j;
    }
  }
}

std::vector<gemm_shape> shapes() {
  std::vector<gemm_shape> all;
  for (const std::size_t rows : {1, 2, 5, 32, 33}) {
    for (const bool accumulate : {false, true}) {
      all.push_back({rows, 64, 784, 784, 64, 64, false, accumulate});
      all.push_back({rows, 16, 64, 64, 16, 16, false, accumulate});
      all.push_back({rows, 16, 30, 32, 16, 16, false, accumulate});
      all.push_back({28, 64, rows, 784, 64, 64, true, accumulate});
      all.push_back({7, 16, rows, 16, 16, 32, true, accumulate});
    }
  }
  return all;
}

TEST(gemm, onednn_matches_float64) {
  for (const gemm_shape& s : shapes()) {
    const gemm product = make_gemm_dnnl(s);
    ASSERT_TRUE(product);
    expect_right(product, s);
  }
}

TEST(gemm, libxsmm_matches_float64) {
  if (!xsmm_usable(best_isa())) GTEST_SKIP() << "libxsmm has no JIT for this machine";
  for (const gemm_shape& s : shapes()) {
    const gemm product = make_gemm_xsmm(s);
    ASSERT_TRUE(product);
    expect_right(product, s);
  }
}

TEST(gemm, factory_names_the_library_it_uses) {
  const gemm_factory automatic(best_isa());
  const bool xsmm = xsmm_usable(best_isa());
  EXPECT_EQ(name(automatic.library()), xsmm ? "libxsmm" : "onednn");
  EXPECT_FALSE(version(automatic.library()).empty());
  EXPECT_TRUE(gemm_factory(best_isa(), gemm_library::onednn).make(shapes().front()));
}

}  // namespace
}  // namespace dpscale::backend
