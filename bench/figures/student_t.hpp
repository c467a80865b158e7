// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace dpscale::bench {

/// P(T <= t) of Student's t with `degrees` >= 1 degrees of freedom, by the exact finite series for
/// whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4).
[[nodiscard]] double student_t_cdf(double t, int degrees);

/// The t with P(T <= t) = `probability`, 0 < probability < 1, to a relative error below 1e-10 for
/// probabilities within [1e-6, 1 - 1e-6].
[[nodiscard]] double student_t_quantile(double probability, int degrees);

}  // namespace dpscale::bench
