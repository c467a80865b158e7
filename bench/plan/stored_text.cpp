// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/stored_text.hpp"

#include <nlohmann/json.hpp>

namespace dpscale::bench {

bool is_utf8(const nlohmann::json& value) {
  try {
    static_cast<void>(value.dump());
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
  return true;
}

}  // namespace dpscale::bench
