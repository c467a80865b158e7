// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/sweep/setup.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <random>

#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/paths.hpp"
#include "trainers/protocol/host/build_info.hpp"
#include "trainers/protocol/host/environment.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;

/// The plan with nothing in it that names the user.
json stored_plan(const plan& wanted) {
  json document = to_json(wanted);
  protocol::remove_home(document);
  return document;
}

/// Names this run among others: when it started, and a few random letters.
std::string new_run_id(const std::string& started_at) {
  std::random_device random;
  return fmt::format("{}-{:06x}", started_at, random() & 0xffffffU);
}

json cpu_model(const json& run) {
  const json::json_pointer path("/environment/cpu/model");
  return run.contains(path) ? run[path] : json(nullptr);
}

std::string shortened(const json& value) {
  constexpr std::size_t longest = 60;
  const std::string text = value.is_null() ? "not given" : value.dump();
  return text.size() > longest ? text.substr(0, longest) + "..." : text;
}

/// Keys whose values differ between two objects, with both.
std::vector<std::string> differences(const json& stored, const json& fresh) {
  json keys = stored;
  keys.update(fresh);
  std::vector<std::string> lines;
  for (const auto& [key, ignored] : keys.items()) {
    const json was = stored.value(key, json()), is = fresh.value(key, json());
    if (was != is)
      lines.push_back(fmt::format("{} ({} there, {} here)", key, shortened(was), shortened(is)));
  }
  return lines;
}

}  // namespace

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

launch_settings sweep_setup::settings_of(int launch) const {
  const std::uint64_t shift = wanted.vary_seed ? static_cast<std::uint64_t>(launch) : 0;
  return {trainers,
          with_home(wanted.data),
          wanted.seed + shift,
          launch_budget_seconds,
          deadline_seconds,
          listed};
}

sweep_setup make_setup(plan wanted, const std::set<std::string>& plain_options, int cores,
                       std::filesystem::path trainers, std::vector<std::string> command,
                       std::string alone_because) {
  sweep_setup setup;
  setup.cells = expand(wanted, plain_options);
  setup.alone_because = std::move(alone_because);
  if (setup.alone_because.empty()) setup.groups = make_groups(setup.cells);
  setup.blocks = make_schedule(setup.groups.empty() ? setup.cells.size() : setup.groups.size(),
                               static_cast<std::size_t>(wanted.launches), wanted.seed);
  setup.cores = cores;
  setup.trainers = std::move(trainers);
  setup.command = std::move(command);
  const double first = setup.groups.empty() ? 1.0 : first_share;
  const double share = first * wanted.budget_seconds / static_cast<double>(setup.launches());
  setup.launch_budget_seconds =
      wanted.launch_budget_seconds.value_or(std::max(share, least_budget_seconds));
  setup.deadline_seconds =
      wanted.deadline_seconds.value_or(std::ceil(60.0 + 10.0 * setup.launch_budget_seconds));
  setup.wanted = std::move(wanted);
  return setup;
}

json run_document(const sweep_setup& setup) {
  json cells = json::array(), command = json::array();
  for (const cell& value : setup.cells) cells.push_back(to_json(value));
  for (const std::string& word : setup.command) command.push_back(protocol::without_home(word));
  json groups = json::array();
  for (const cell_group& group : setup.groups) {
    groups.push_back({{"id", group.id}, {"members", json::array()}});
    for (const std::size_t index : group.members)
      groups.back()["members"].push_back(setup.cells[index].id());
  }
  const std::string started_at = utc_now();
  const protocol::build_info build = protocol::build();
  return {
      {"schema", "dpscale.run/1"},
      {"run_id", new_run_id(started_at)},
      {"started_at", started_at},
      {"finished_at", nullptr},
      {"state", "running"},
      {"dpscale", {{"version", build.version}, {"commit", build.commit}, {"dirty", build.dirty}}},
      {"environment", protocol::environment()},
      {"command", command},
      {"plan", stored_plan(setup.wanted)},
      {"cells", cells},
      {"schedule",
       {{"seed", setup.wanted.seed},
        {"cores", setup.cores},
        {"method", setup.groups.empty() ? "launches" : "turns"},
        {"alone_because", setup.alone_because.empty() ? json(nullptr) : json(setup.alone_because)},
        {"groups", groups},
        {"launch_budget_seconds", setup.launch_budget_seconds},
        {"deadline_seconds", setup.deadline_seconds},
        {"blocks", setup.blocks}}}};
}

void check_same_run(const json& stored, const json& fresh, const std::string& folder) {
  const auto refuse = [&](const std::string& why) {
    throw protocol::error(
        protocol::exit_code::usage,
        fmt::format("{}: holds another run ({}); name another --output, or go on with it as it "
                    "was planned: --resume and --output alone",
                    folder, why));
  };
  if (!stored.contains("plan") || stored.value("schema", "") != fresh["schema"])
    refuse("run.json is of another kind");
  const auto differing = differences(stored["plan"], fresh["plan"]);
  if (!differing.empty()) refuse(fmt::format("its plan differs in {}", fmt::join(differing, ", ")));
  if (stored.value("cells", json()) != fresh["cells"]) refuse("these trainers give other cells");
  if (stored.value("dpscale", json()) != fresh["dpscale"]) refuse("of another version of dpscale");
  if (cpu_model(stored) != cpu_model(fresh)) refuse("of another kind of CPU");
}

}  // namespace dpscale::bench
