// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "trainers/kernels/math.hpp"
#include "trainers/kernels/operands.hpp"
#include "trainers/kernels/scalar.hpp"

namespace dpscale::kernels {
inline namespace DPSCALE_LEVEL {

/// What a row contributes to the totals: weight * loss, and whether its arg-max is the label (the
/// lowest index where several are greatest; never where a logit is not a number).
struct row_loss {
  float loss;
  bool correct;
};

/// Row body: softmax cross entropy of z = logits + bias: loss = ln sum exp(z - top) + top -
/// z[label], top the greatest z; dlogits = scale * weight * (p - onehot), gap columns zero. weights
/// may be null (ones), dlogits may be null or equal to logits.
struct softmax_cross_entropy {
  const float* logits;
  const float* bias;
  const std::uint8_t* labels;
  const float* weights;
  float* dlogits;
  float scale;
  extent e;

  template <typename Team>
  DPSCALE_HD row_loss operator()(const Team& team, std::size_t row) const {
    return e.cols <= team.size() ? narrow(team, row) : wide(team, row);
  }

 private:
  /// One row's operands; z_label is read before the first reduction: after it, members may write
  /// over the logits.
  struct row_view {
    DPSCALE_HD row_view(const softmax_cross_entropy& s, std::size_t row)
        : logits(s.logits + row * s.e.ld),
          out(s.dlogits + row * s.e.ld),
          label(s.labels[row]),
          weight(s.weights != nullptr ? s.weights[row] : 1.0F),
          z_label(logits[label] + s.bias[label]) {}
    const float* logits;
    float* out;  ///< meaningless where dlogits is null
    std::size_t label;
    float weight, z_label;
  };

  /// A member has one column at most: its term stays in a register.
  template <typename Team>
  DPSCALE_HD row_loss narrow(const Team& team, std::size_t row) const {
    const row_view r(*this, row);
    const std::size_t c = team.rank();
    const auto z = logit(team, r, c);
    const bool lost = team.any(beats_label(team, r, c, z));
    const float top = team.max(z);
    const auto term = exponential(z - top);
    const float sum = team.sum(term);
    if (dlogits != nullptr) {
      write_gradient(team, r, c, scale * r.weight / sum, term);
      write_gap(team, r, c + team.size());
    }
    return result(r, lost, top, sum);
  }

  /// Any number of columns: the terms wait in dlogits for their sum.
  template <typename Team>
  DPSCALE_HD row_loss wide(const Team& team, std::size_t row) const {
    const row_view r(*this, row);
    auto greatest = team.filled(-__builtin_huge_valf());
    auto beaten = team.never();
    for (std::size_t c = team.rank(); c < e.cols; c += team.size()) {
      const auto z = logit(team, r, c);
      greatest = greater(greatest, z);
      beaten = either(beaten, beats_label(team, r, c, z));
    }
    const float top = team.max(greatest);
    const bool lost = team.any(beaten);
    auto terms = team.filled(0.0F);
    for (std::size_t c = team.rank(); c < e.cols; c += team.size()) {
      const auto term = exponential(logit(team, r, c) - top);
      terms = terms + term;
      if (dlogits != nullptr) team.store(r.out, c, e.ld, term);
    }
    const float sum = team.sum(terms);
    if (dlogits != nullptr) {
      const float share = scale * r.weight / sum;
      std::size_t c = team.rank();
      for (; c < e.cols; c += team.size()) {
        write_gradient(team, r, c, share, team.load(r.out, c, e.cols));
      }
      write_gap(team, r, c);
    }
    return result(r, lost, top, sum);
  }

  /// logits[c] + bias[c], minus infinity past the columns.
  template <typename Team>
  DPSCALE_HD auto logit(const Team& team, const row_view& r, std::size_t c) const {
    return select(team.before(c, e.cols),
                  team.load(r.logits, c, e.cols) + team.load(bias, c, e.cols),
                  team.filled(-__builtin_huge_valf()));
  }

  /// Whether column c is chosen before the label is.
  template <typename Team>
  DPSCALE_HD auto beats_label(const Team& team, const row_view& r, std::size_t c,
                              typename Team::real z) const {
    return either(is_less(r.z_label, z), both(team.before(c, r.label), is_not_less(z, r.z_label)));
  }

  template <typename Team>
  DPSCALE_HD void write_gradient(const Team& team, const row_view& r, std::size_t c, float share,
                                 typename Team::real term) const {
    const auto zero = team.filled(0.0F);
    const auto target = select(team.exactly(c, r.label), team.filled(scale * r.weight), zero);
    team.store(r.out, c, e.ld, select(team.before(c, e.cols), share * term - target, zero));
  }

  /// Zeros from column c on.
  template <typename Team>
  DPSCALE_HD void write_gap(const Team& team, const row_view& r, std::size_t c) const {
    for (; c < e.ld; c += team.size()) team.store(r.out, c, e.ld, team.filled(0.0F));
  }

  DPSCALE_HD static row_loss result(const row_view& r, bool lost, float top, float sum) {
    return {r.weight * (logarithm(sum) + (top - r.z_label)), !lost && sum == sum};
  }
};

/// Row body with one row, the second stage: the rows' sum of losses, in float64, and of correct
/// ones. Members take rows in turn and their sums are combined in a fixed order.
struct total_losses {
  const row_loss* rows;
  std::size_t count;
  double* loss;
  std::uint64_t* correct;

  template <typename Team>
  DPSCALE_HD void operator()(const Team& team, std::size_t) const {
    double sum = 0;
    std::uint64_t right = 0;
    for (std::size_t r = team.rank(); r < count; r += team.size()) {
      sum += static_cast<double>(rows[r].loss);
      right += rows[r].correct ? 1U : 0U;
    }
    sum = team.sum(sum);
    right = team.sum(right);
    if (team.rank() == 0) {
      *loss = sum;
      *correct = right;
    }
  }
};

}  // namespace DPSCALE_LEVEL
}  // namespace dpscale::kernels
