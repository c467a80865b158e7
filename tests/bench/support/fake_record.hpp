// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace dpscale::bench::test {

/// What the fake trainer was asked for.
struct request {
  std::string program;
  std::map<std::string, std::string> options;
  int devices = 1;
  long batch = 1;
};

/// {"value": null, "reason": why}
[[nodiscard]] nlohmann::json no_figure(const char* why);

/// Seconds a step, from a closed form.
[[nodiscard]] double step_seconds(const request& asked);

/// A valid dpscale.record/1 with figures from a closed form: see step_seconds. `launch` counts the
/// launches of the same cell.
[[nodiscard]] nlohmann::json record_of(const request& asked, int launch);

}  // namespace dpscale::bench::test
