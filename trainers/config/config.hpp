// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trainers/protocol/choices.hpp"

namespace dpscale {

/// Every knob of a training run, after defaults and checks. Times in seconds, sizes in samples.
struct config {
  std::string program;  ///< "train_single" or "train_multi"
  std::string backend = "cpu";
  std::string isa = "auto";  ///< "auto" or a level of backend::name
  int devices = 1;
  int threads_per_device = 1;
  std::string launcher = "threads";
  std::vector<std::size_t> model;  ///< layer widths, input first
  std::string preset;              ///< empty when none was named
  std::string data;                ///< a folder, or "synthetic[:N]"; resolved, never empty
  std::optional<std::size_t> limit;
  std::size_t global_batch = 0;
  std::optional<std::size_t> device_batch;  ///< as --device-batch gave it; global_batch follows
  tail_rule tail = tail_rule::keep;
  std::string strategy = "mirrored";
  optimizer_kind optimizer = optimizer_kind::adam;
  double learning_rate = 1e-3, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, momentum = 0.0,
         weight_decay = 0.0;
  epsilon_mode epsilon_rule = epsilon_mode::torch;
  init_mode init = init_mode::torch;
  std::string precision = "fp32";
  /// What ends the run: epochs, steps (0 is legal: initialise, save, stop) or measurement. Exactly
  /// one is active.
  std::optional<std::uint64_t> epochs, steps;
  bool measure = false;
  double warmup_seconds = 0.3, window_seconds = 0.02, interval_goal = 0.01, budget_seconds = 2.0;
  std::size_t min_windows = 10;
  std::optional<int> turns;  ///< descriptor on which the harness gives turns
  std::uint64_t seed = 0;
  shuffle_mode shuffle = shuffle_mode::epoch;
  std::string initial_parameters, save_parameters, save_gradients;  ///< .npy paths, empty: none
  bool verify = false;
  std::optional<double> deadline_seconds;
  std::string record;  ///< path, "-" for stdout, empty: none
  bool quiet = false;

  /// Option name -> where its value came from: flag | environment | preset | default | derived
  /// (follows from other options).
  std::map<std::string, std::string> source;
};

}  // namespace dpscale
