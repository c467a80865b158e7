// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/plan/plan.hpp"

namespace dpscale::bench {

inline constexpr const char* single_program = "train_single";
inline constexpr const char* multi_program = "train_multi";

/// One configuration of one trainer; what a launch runs.
struct cell {
  std::string program = multi_program;
  workload work;
  std::string strategy;  ///< empty for train_single
  int devices = 1;
  std::int64_t global_batch = 0;               ///< samples
  std::map<std::string, std::string> options;  ///< from the axes
  /// Ids of the cells this one is compared with; empty where there is none. `strong`: one device at
  /// the same global batch. `weak`: one device at this cell's batch per device.
  std::string strong_plain, strong_self, weak_plain, weak_self;

  /// "tf-mirrored/mirrored/n2/b1024", unique in a sweep; options follow as "/name=value".
  [[nodiscard]] std::string id() const;
  /// The id without its batch: what grows when only the batch does.
  [[nodiscard]] std::string family() const;
  /// plain_baseline, self_baseline or measured.
  [[nodiscard]] std::string role() const;
  /// Samples a device; none where the batch does not divide evenly.
  [[nodiscard]] std::optional<std::int64_t> device_batch() const;
  [[nodiscard]] int threads_per_device() const;
  /// More device threads than the `cores` physical cores; a GPU's threads are not counted.
  [[nodiscard]] bool oversubscribed(int cores) const;
};

/// Every cell of `value`, each once, baselines included, in the order of the table. The plain
/// baseline takes those axes that train_single has: `plain_options`.
[[nodiscard]] std::vector<cell> expand(const plan& value,
                                       const std::set<std::string>& plain_options);

/// A cell as run.json holds it, and back. Throws nlohmann::json::exception on another form.
[[nodiscard]] nlohmann::json to_json(const cell& value);
[[nodiscard]] cell cell_from_json(const nlohmann::json& document);

}  // namespace dpscale::bench
