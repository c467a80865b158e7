// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

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

/// The options that exclude each other, set by set: a set's word -> its options.
std::map<std::string, std::vector<const option_spec*>> sets_of(
    const std::vector<option_spec>& table) {
  std::map<std::string, std::vector<const option_spec*>> sets;
  for (const option_spec& spec : table) {
    if (!spec.one_of.empty()) sets[spec.one_of].push_back(&spec);
  }
  return sets;
}

/// The value `layer` has for `spec`, null where it has none; a switch that is off is as good as
/// absent.
const given* value_in(const option_layer& layer, const option_spec& spec) {
  const auto found = layer.values.find(spec.name);
  if (found == layer.values.end()) return nullptr;
  return spec.type == "switch" && !parse_switch(found->second) ? nullptr : &found->second;
}

/// Whether `layer` has an option of `set`; two are a conflict.
bool has_one(const option_layer& layer, const std::vector<const option_spec*>& set) {
  const given* first = nullptr;
  for (const option_spec* spec : set) {
    const given* value = value_in(layer, *spec);
    if (value == nullptr) continue;
    if (first != nullptr) {
      usage(fmt::format("{} and {} exclude each other; give one of them", first->origin,
                        value->origin));
    }
    first = value;
  }
  return first != nullptr;
}

/// Two outputs in one file would overwrite each other.
void check_outputs_differ(const config& c, const std::vector<option_spec>& table) {
  std::map<std::string, std::string> option_of;
  for (const option_spec& spec : table) {
    const nlohmann::json name = spec.output ? spec.get(c) : nullptr;
    if (!name.is_string() || name.get<std::string>().starts_with("/dev/")) continue;
    const auto [other, fresh] = option_of.emplace(name, spec.name);
    if (fresh) continue;
    usage(fmt::format("--{} and --{} name the same file, {}", other->second, spec.name,
                      other->first));
  }
}

}  // namespace

void keep_one_of_each_set(const std::vector<option_spec>& table,
                          std::vector<option_layer>& layers) {
  for (const auto& [word, set] : sets_of(table)) {
    bool taken = false;
    for (option_layer& layer : layers) {
      const bool one = !taken && has_one(layer, set);
      for (const option_spec* spec : set) {
        if (taken || value_in(layer, *spec) == nullptr) layer.values.erase(spec->name);
      }
      taken = taken || one;
    }
  }
}

void check_conflicts(const config& c, const std::vector<option_spec>& table,
                     const option_layer& flags) {
  for (const option_spec& spec : table) {
    if (spec.idle == nullptr || !flags.values.contains(spec.name)) continue;
    if (const char* why = spec.idle(c)) usage(fmt::format("--{}: {}", spec.name, why));
  }
  check_outputs_differ(c, table);
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

void check_supported(const config& c, const std::vector<option_spec>& table,
                     const option_layer& environment) {
  for (const option_spec& spec : table) {
    if (spec.runs.empty()) continue;
    const auto word = spec.get(c).get<std::string>();
    if (std::ranges::find(spec.runs, word) != spec.runs.end()) continue;
    const auto found = environment.values.find(spec.name);
    const bool implied = c.source.at(spec.name) == environment.source && found->second.implied;
    unsupported(fmt::format("--{} {}{}: this version has {} only", spec.name, word,
                            implied ? " (" + found->second.origin + " is set)" : "",
                            fmt::join(spec.runs, ", ")));
  }
  if (c.threads_per_device > 1) {
    unsupported(fmt::format("--threads-per-device {}: a device of this version is one core",
                            c.threads_per_device));
  }
}

}  // namespace dpscale
