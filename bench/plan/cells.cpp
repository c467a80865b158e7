// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/plan/cells.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

namespace dpscale::bench {
namespace {

using nlohmann::json;
using option_map = std::map<std::string, std::string>;

/// Every combination of one value per axis; one empty combination where there are no axes.
std::vector<option_map> combinations(const std::map<std::string, std::vector<std::string>>& axes) {
  std::vector<option_map> all{{}};
  for (const auto& [name, values] : axes) {
    std::vector<option_map> next;
    for (const option_map& start : all)
      for (const std::string& value : values) {
        next.push_back(start);
        next.back()[name] = value;
      }
    all = std::move(next);
  }
  return all;
}

std::vector<std::int64_t> batches_for(const plan& value, int devices) {
  std::vector<std::int64_t> batches = value.global_batches;
  for (const std::int64_t size : value.device_batches) batches.push_back(size * devices);
  std::sort(batches.begin(), batches.end());
  batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
  return batches;
}

cell plain_of(const cell& measured, std::int64_t batch,
              const std::set<std::string>& plain_options) {
  cell result;
  result.program = single_program;
  result.work = measured.work;
  result.global_batch = batch;
  for (const auto& [name, option] : measured.options)
    if (plain_options.contains(name)) result.options[name] = option;
  return result;
}

cell self_of(const cell& measured, std::int64_t batch) {
  cell result;
  result.work = measured.work;
  result.strategy = measured.strategy;
  result.global_batch = batch;
  result.options = measured.options;
  return result;
}

/// Gathers cells by id, so that each is measured once however many others need it.
class cell_set {
 public:
  explicit cell_set(const std::set<std::string>& plain_options) : plain_options_(plain_options) {}

  /// Adds `measured` with the baselines it needs.
  void add(cell measured) {
    const std::int64_t batch = measured.global_batch;
    measured.strong_plain = add_plain(measured, batch);
    const auto share = measured.device_batch();
    if (share) measured.weak_plain = add_plain(measured, *share);
    if (measured.devices > 1) {
      measured.strong_self = add_self(measured, batch);
      if (share) measured.weak_self = add_self(measured, *share);
    }
    cells_.insert_or_assign(measured.id(), measured);
  }

  [[nodiscard]] std::vector<cell> sorted(const std::vector<workload>& order) const {
    const auto place = [&](const workload& work) {
      return std::find_if(order.begin(), order.end(),
                          [&](const workload& other) {
                            return other.preset == work.preset && other.model == work.model;
                          }) -
             order.begin();
    };
    const auto key = [&](const cell& c) {
      return std::tuple(place(c.work), c.program != single_program, c.strategy, c.options,
                        c.devices, c.global_batch);
    };
    std::vector<cell> all;
    for (const auto& [id, value] : cells_) all.push_back(value);
    std::sort(all.begin(), all.end(),
              [&](const cell& a, const cell& b) { return key(a) < key(b); });
    return all;
  }

 private:
  std::string add_plain(const cell& measured, std::int64_t batch) {
    const cell plain = plain_of(measured, batch, plain_options_);
    cells_.try_emplace(plain.id(), plain);
    return plain.id();
  }

  std::string add_self(const cell& measured, std::int64_t batch) {
    cell self = self_of(measured, batch);
    self.strong_plain = self.weak_plain = add_plain(self, batch);
    cells_.try_emplace(self.id(), self);
    return self.id();
  }

  std::set<std::string> plain_options_;
  std::map<std::string, cell> cells_;
};

}  // namespace

std::string cell::family() const {
  std::string text = work.name() + "/" + (program == single_program ? "plain" : strategy) + "/n" +
                     std::to_string(devices);
  for (const auto& [name, value] : options) text += "/" + name + "=" + value;
  return text;
}

std::string cell::id() const {
  std::string text = work.name() + "/" + (program == single_program ? "plain" : strategy) + "/n" +
                     std::to_string(devices) + "/b" + std::to_string(global_batch);
  for (const auto& [name, value] : options) text += "/" + name + "=" + value;
  return text;
}

std::string cell::role() const {
  if (program == single_program) return "plain_baseline";
  return devices == 1 ? "self_baseline" : "measured";
}

std::optional<std::int64_t> cell::device_batch() const {
  if (global_batch % devices != 0) return std::nullopt;
  return global_batch / devices;
}

int cell::threads_per_device() const {
  const auto found = options.find("threads-per-device");
  int count = 1;  // stays where the text is no number: the trainer is the one to refuse it
  if (found != options.end())
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), count);
  return std::max(1, count);
}

bool cell::oversubscribed(int cores) const {
  const auto backend = options.find("backend");
  if (backend != options.end() && backend->second == "cuda") return false;
  return std::int64_t{devices} * threads_per_device() > cores;
}

std::vector<cell> expand(const plan& value, const std::set<std::string>& plain_options) {
  cell_set cells(plain_options);
  for (const workload& work : value.workloads)
    for (const std::string& strategy : value.strategies)
      for (const option_map& options : combinations(value.axes))
        for (const int devices : value.devices)
          for (const std::int64_t batch : batches_for(value, devices)) {
            cell measured;
            measured.work = work;
            measured.strategy = strategy;
            measured.devices = devices;
            measured.global_batch = batch;
            measured.options = options;
            cells.add(std::move(measured));
          }
  return cells.sorted(value.workloads);
}

json to_json(const cell& value) {
  const auto text = [](const std::string& field) {
    return field.empty() ? json(nullptr) : json(field);
  };
  return {{"id", value.id()},
          {"role", value.role()},
          {"program", value.program},
          {"preset", text(value.work.preset)},
          {"model", text(value.work.model)},
          {"strategy", text(value.strategy)},
          {"devices", value.devices},
          {"global_batch", value.global_batch},
          {"options", json(value.options)},
          {"baselines",
           {{"strong_plain", text(value.strong_plain)},
            {"strong_self", text(value.strong_self)},
            {"weak_plain", text(value.weak_plain)},
            {"weak_self", text(value.weak_self)}}}};
}

cell cell_from_json(const json& document) {
  const auto text = [](const json& field) {
    return field.is_null() ? "" : field.get<std::string>();
  };
  cell value;
  value.program = document.at("program").get<std::string>();
  value.work = {text(document.at("preset")), text(document.at("model"))};
  value.strategy = text(document.at("strategy"));
  value.devices = document.at("devices").get<int>();
  value.global_batch = document.at("global_batch").get<std::int64_t>();
  value.options = document.at("options").get<option_map>();
  const json& baselines = document.at("baselines");
  value.strong_plain = text(baselines.at("strong_plain"));
  value.strong_self = text(baselines.at("strong_self"));
  value.weak_plain = text(baselines.at("weak_plain"));
  value.weak_self = text(baselines.at("weak_self"));
  return value;
}

}  // namespace dpscale::bench
