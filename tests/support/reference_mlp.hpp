// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace dpscale::tests {

/// A plain float64 MLP with ReLU and softmax cross entropy, written from the formulas with loops,
/// to compare with. Parameters in the files' order: first layer first, weights [out][in], then
/// bias.
class reference_mlp {
 public:
  explicit reference_mlp(std::vector<std::size_t> widths) : widths_(std::move(widths)) {}

  [[nodiscard]] std::size_t parameter_count() const {
    std::size_t count = 0;
    for (std::size_t l = 0; l + 1 < widths_.size(); ++l) count += (widths_[l] + 1) * widths_[l + 1];
    return count;
  }

  /// Mean loss over the samples (rows of widths[0] values).
  [[nodiscard]] double loss(const std::vector<double>& p, const std::vector<std::vector<double>>& x,
                            const std::vector<int>& labels) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::vector<double> z = activations(p, x[i]).back();
      sum += log_sum_exp(z) - z[static_cast<std::size_t>(labels[i])];
    }
    return sum / static_cast<double>(x.size());
  }

  /// Gradient of the mean loss, by back-propagation.
  [[nodiscard]] std::vector<double> gradient(const std::vector<double>& p,
                                             const std::vector<std::vector<double>>& x,
                                             const std::vector<int>& labels) const {
    std::vector<double> g(p.size(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto a = activations(p, x[i]);
      std::vector<double> delta = a.back();
      const double lse = log_sum_exp(delta);
      for (double& d : delta) d = std::exp(d - lse);
      delta[static_cast<std::size_t>(labels[i])] -= 1;
      for (double& d : delta) d /= static_cast<double>(x.size());
      for (std::size_t l = widths_.size() - 1; l-- > 0;) {
        add_layer_gradient(l, a[l], delta, g);
        if (l > 0) delta = previous_delta(l, p, a[l], delta);
      }
    }
    return g;
  }

 private:
  [[nodiscard]] std::size_t offset(std::size_t layer) const {
    std::size_t at = 0;
    for (std::size_t l = 0; l < layer; ++l) at += (widths_[l] + 1) * widths_[l + 1];
    return at;
  }

  static double log_sum_exp(const std::vector<double>& z) {
    const double top = *std::max_element(z.begin(), z.end());
    double sum = 0;
    for (const double v : z) sum += std::exp(v - top);
    return top + std::log(sum);
  }

  [[nodiscard]] std::vector<std::vector<double>> activations(const std::vector<double>& p,
                                                             const std::vector<double>& x) const {
    std::vector<std::vector<double>> a{x};
    for (std::size_t l = 0; l + 1 < widths_.size(); ++l) {
      const std::size_t in = widths_[l], out = widths_[l + 1], w = offset(l);
      std::vector<double> z(out);
      for (std::size_t o = 0; o < out; ++o) {
        z[o] = p[w + in * out + o];
        for (std::size_t i = 0; i < in; ++i) z[o] += p[w + o * in + i] * a[l][i];
        if (l + 2 < widths_.size()) z[o] = std::max(z[o], 0.0);
      }
      a.push_back(z);
    }
    return a;
  }

  void add_layer_gradient(std::size_t l, const std::vector<double>& in_values,
                          const std::vector<double>& delta, std::vector<double>& g) const {
    const std::size_t in = widths_[l], out = widths_[l + 1], w = offset(l);
    for (std::size_t o = 0; o < out; ++o) {
      for (std::size_t i = 0; i < in; ++i) g[w + o * in + i] += delta[o] * in_values[i];
      g[w + in * out + o] += delta[o];
    }
  }

  [[nodiscard]] std::vector<double> previous_delta(std::size_t l, const std::vector<double>& p,
                                                   const std::vector<double>& values,
                                                   const std::vector<double>& delta) const {
    const std::size_t in = widths_[l], out = widths_[l + 1], w = offset(l);
    std::vector<double> previous(in, 0.0);
    for (std::size_t i = 0; i < in; ++i) {
      if (values[i] <= 0) continue;
      for (std::size_t o = 0; o < out; ++o) previous[i] += p[w + o * in + i] * delta[o];
    }
    return previous;
  }

  std::vector<std::size_t> widths_;
};

}  // namespace dpscale::tests
