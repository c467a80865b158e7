// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace dpscale::bench {

/// What is trained: a preset's name, or layer widths ("784-64-10"); the other is empty.
struct workload {
  std::string preset, model;
  [[nodiscard]] const std::string& name() const { return preset.empty() ? model : preset; }
};

/// What a sweep is asked to do, checked; the plan file and the flags both end here.
struct plan {
  std::vector<workload> workloads;
  std::vector<std::string> strategies;
  std::vector<int> devices;  ///< ascending, each once
  std::vector<std::int64_t> global_batches, device_batches;
  /// Trainer option without its dashes -> the values to try.
  std::map<std::string, std::vector<std::string>> axes;
  int launches = 5;
  double budget_seconds = 120.0;  ///< of measuring, the whole sweep
  std::optional<double> launch_budget_seconds, deadline_seconds;
  std::string data;  ///< empty: the trainer's default
  std::uint64_t seed = 0;
  bool vary_seed = false;
  bool turns = true;            ///< cells of a ratio take turns where the trainers can
  double interval_goal = 0.10;  ///< a ratio is decided where its interval is this wide at most
  std::optional<std::uint64_t> memory_limit_bytes;  ///< none: no limit
};

/// Checks `document` (the plan file's form; bench/README.md describes it) and fills in defaults.
/// `cores` is what `"devices": "auto"` counts up to, `memory_bytes` the limit of a launch where the
/// document names none (0: no limit). Throws protocol::error{usage} naming the key and its path.
[[nodiscard]] plan parse_plan(const nlohmann::json& document, int cores,
                              std::uint64_t memory_bytes);

/// The plan in the plan file's form with every key present; parse_plan gives the same plan again.
[[nodiscard]] nlohmann::json to_json(const plan& value);

/// Powers of two up to `cores`, and `cores`.
[[nodiscard]] std::vector<int> automatic_devices(int cores);

}  // namespace dpscale::bench
