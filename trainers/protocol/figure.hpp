// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace dpscale::protocol {

/// {"value": null, "reason": why}: a figure that does not exist. `why` is never empty.
[[nodiscard]] inline nlohmann::json no_figure(std::string why) {
  return {{"value", nullptr}, {"reason", why.empty() ? "no reason given" : std::move(why)}};
}

/// The number itself, or no figure where it is NaN or infinite (a run that diverged has such).
[[nodiscard]] inline nlohmann::json number(double value) {
  if (std::isfinite(value)) return value;
  return no_figure(std::isnan(value) ? "not a number" : "infinite");
}

/// {"value", "low", "high"}, in the unit of its key. NaN and infinity never get in: a value that is
/// no finite number makes it no figure, bounds that are none are null with the reason.
[[nodiscard]] inline nlohmann::json figure(double value, double low, double high) {
  if (!std::isfinite(value)) return number(value);
  if (std::isfinite(low) && std::isfinite(high)) {
    return {{"value", value}, {"low", low}, {"high", high}};
  }
  return {{"value", value}, {"low", nullptr}, {"high", nullptr}, {"reason", "no finite interval"}};
}

}  // namespace dpscale::protocol
