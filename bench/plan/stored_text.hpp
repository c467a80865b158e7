// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace dpscale::bench {

/// Whether every text in `value`, names of keys too, is UTF-8. A run's files hold no other, so that
/// a plan with other text could be stored only as another plan.
[[nodiscard]] bool is_utf8(const nlohmann::json& value);

}  // namespace dpscale::bench
