// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "trainers/config/table.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale {

namespace {

using protocol::error;
using protocol::exit_code;

constexpr std::size_t largest_batch = std::size_t{1} << 31;

[[noreturn]] void usage(const std::string& line) { throw error(exit_code::usage, line); }
[[noreturn]] void unsupported(const std::string& line) {
  throw error(exit_code::unsupported, "unsupported: " + line);
}

/// A switch that is off is as good as absent.
void drop_switches_off(option_layer& layer) {
  for (const char* name : {"measure"}) {
    const auto found = layer.values.find(name);
    if (found != layer.values.end() && !parse_switch(found->second)) layer.values.erase(found);
  }
}

/// The members of `set` that `layer` has; two are a conflict.
bool has_one(const option_layer& layer, const std::vector<std::string>& set) {
  const given* first = nullptr;
  for (const std::string& name : set) {
    const auto found = layer.values.find(name);
    if (found == layer.values.end()) continue;
    if (first != nullptr) {
      usage(fmt::format("{} and {} exclude each other; give one of them", first->origin,
                        found->second.origin));
    }
    first = &found->second;
  }
  return first != nullptr;
}

/// Flags that need another setting to mean anything.
void check_has_effect(const config& c, const option_layer& flags) {
  const auto refuse = [&flags](std::initializer_list<const char*> names, const char* why) {
    for (const char* name : names) {
      if (flags.values.contains(name)) usage(fmt::format("--{}: {}", name, why));
    }
  };
  if (c.optimizer == optimizer_kind::adam) {
    refuse({"momentum"}, "only --optimizer sgd has it, and the optimizer is adam");
  } else {
    refuse({"beta1", "beta2", "epsilon", "epsilon-mode"},
           "only --optimizer adam has it, and the optimizer is sgd");
  }
  if (!c.measure) {
    refuse({"warmup-seconds", "window-seconds", "min-windows", "interval-goal", "budget-seconds",
            "turns"},
           "controls --measure, which was not given");
  }
  if (c.steps && *c.steps == 0) refuse({"save-gradients"}, "with --steps 0 there is no first step");
}

/// Two outputs in one file would overwrite each other.
void check_outputs_differ(const config& c) {
  const std::array<std::pair<const char*, const std::string*>, 3> outputs{
      {{"record", &c.record},
       {"save-parameters", &c.save_parameters},
       {"save-gradients", &c.save_gradients}}};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = i + 1; j < outputs.size(); ++j) {
      if (outputs[i].second->empty() || *outputs[i].second != *outputs[j].second) continue;
      if (outputs[i].second->starts_with("/dev/")) continue;
      usage(fmt::format("--{} and --{} name the same file, {}", outputs[i].first, outputs[j].first,
                        *outputs[i].second));
    }
  }
}

}  // namespace

void keep_one_of_each_set(std::vector<option_layer>& layers) {
  for (option_layer& layer : layers) drop_switches_off(layer);
  for (const std::vector<std::string>& set : exclusive_options()) {
    bool taken = false;
    for (option_layer& layer : layers) {
      if (!taken) {
        taken = has_one(layer, set);
        continue;
      }
      for (const std::string& name : set) layer.values.erase(name);
    }
  }
}

void check_conflicts(const config& c, const option_layer& flags) {
  if (flags.values.contains("initial-parameters") && flags.values.contains("init")) {
    usage("--init and --initial-parameters exclude each other; give one of them");
  }
  check_has_effect(c, flags);
  check_outputs_differ(c);
}

void check_devices(const config& c, std::size_t cores) {
  const auto devices = static_cast<std::size_t>(c.devices);
  const auto threads = static_cast<std::size_t>(c.threads_per_device);
  if (c.program == "train_single" && devices != 1) {
    usage(fmt::format("--devices {}: train_single has one device; use train_multi", devices));
  }
  if (devices * threads > cores) {
    const std::string wanted =
        threads == 1 ? fmt::format("--devices {}", devices)
                     : fmt::format("--devices {} --threads-per-device {}", devices, threads);
    usage(fmt::format("{}: {} cores are needed and this process may use {}", wanted,
                      devices * threads, cores));
  }
  if (c.device_batch && *c.device_batch > largest_batch / devices) {
    usage(
        fmt::format("--device-batch {}: times {} devices it is above the largest global batch, {}",
                    *c.device_batch, devices, largest_batch));
  }
}

void check_quota(const config& c, const std::optional<protocol::cpu_quota>& quota) {
  const auto devices = static_cast<std::size_t>(c.devices);
  const auto threads = static_cast<std::size_t>(c.threads_per_device);
  // One device may always run; it is then slowed, which its record says.
  if (!quota || devices * threads <= std::max(quota->whole_cores(), threads)) return;
  const std::size_t most = std::max<std::size_t>(quota->whole_cores() / threads, 1);
  usage(fmt::format(
      "--devices {}: the CPU quota of the control group is {:.4g} {} ({}), enough for {}; ask for "
      "fewer devices or raise the quota",
      devices, quota->cores, quota->cores == 1.0 ? "core" : "cores", quota->file.string(), most));
}

void check_supported(const config& c, const option_layer& environment) {
  if (c.backend == "cuda") {
    unsupported("--backend cuda: this build has no CUDA backend; use --backend cpu");
  }
  if (c.precision != "fp32") {
    unsupported(fmt::format("--precision {}: the cpu backend computes in fp32 only", c.precision));
  }
  if (c.threads_per_device > 1) {
    unsupported(fmt::format("--threads-per-device {}: a device of this version is one core",
                            c.threads_per_device));
  }
  if (c.launcher != "threads") {
    const auto found = environment.values.find("launcher");
    const bool guessed =
        c.source.at("launcher") == "environment" && found->second.origin != "DPSCALE_LAUNCHER";
    unsupported(fmt::format("--launcher {}{}: this version has threads only", c.launcher,
                            guessed ? " (" + found->second.origin + " is set)" : ""));
  }
  if (c.program == "train_multi" && c.strategy != "mirrored") {
    unsupported(fmt::format("--strategy {}: this version has mirrored only", c.strategy));
  }
}

}  // namespace dpscale
