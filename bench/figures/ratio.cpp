// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures/ratio.hpp"

#include <nlohmann/json.hpp>

#include "bench/figures/cell_result.hpp"

namespace dpscale::bench {

nlohmann::json to_json(const ratio& value) {
  nlohmann::json document = to_json(value.figure);
  if (value.method == ratio_method::none) return document;
  const bool turns = value.method == ratio_method::turns;
  document["method"] = turns ? "turns" : "launches";
  if (!turns) return document;
  document["rounds"] = value.counts.rounds;
  document["foursomes"] = value.counts.foursomes;
  document["left_out"] = value.counts.left_out;
  return document;
}

}  // namespace dpscale::bench
