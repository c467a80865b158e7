// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/record.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <nlohmann/json.hpp>

#include "trainers/config/parse.hpp"
#include "trainers/protocol/figure.hpp"
#include "trainers/protocol/host/environment.hpp"
#include "trainers/protocol/record.hpp"

namespace dpscale {

namespace {

using nlohmann::json;
using protocol::figure;
using protocol::no_figure;

json figure_of(const window_figure& f) { return figure(f.value, f.low, f.high); }

json trainer_section(const std::string& program, const run_result& r, backend::isa level,
                     const backend::gemm_factory& blas) {
  json section = protocol::trainer_section(program);
  section["instruction_set"] = backend::name(level);
  section["flush_subnormals"] = r.subnormals_flushed;
  section["gemm"] = backend::name(blas.library());
  json libraries = {{"onednn", backend::version(backend::gemm_library::onednn)}};
  libraries["libxsmm"] = backend::version(backend::gemm_library::libxsmm);
  section["libraries"] = libraries;
  return section;
}

json config_section(const run_setup& setup) {
  const config& c = setup.settings;
  const batch_rule rule = plan_of(setup, setup.data.train.count).batches;
  const auto devices = static_cast<std::size_t>(c.devices);
  json device_batch = no_figure("the devices don't divide the global batch");
  if (c.global_batch % devices == 0) device_batch = c.global_batch / devices;
  return {{"options", config_json(c)},
          {"global_batch", c.global_batch},
          {"device_batch", device_batch},
          {"steps_per_epoch", steps_per_epoch(rule)},
          {"tail", c.tail == tail_rule::keep ? "keep" : "drop"},
          {"parameter_count", setup.shape.parameter_count()},
          {"buckets_bytes", json::array({setup.shape.size() * sizeof(float)})},
          {"train_samples", setup.data.train.count},
          {"test_samples", setup.data.test.count},
          {"classes", setup.data.train.classes},
          {"data_name", setup.data.train.name}};
}

json startup_section(const run_result& r) {
  const startup_times& t = r.startup;
  const auto part = [](const std::optional<double>& seconds, const char* why_not) {
    return seconds ? json(*seconds) : no_figure(why_not);
  };
  return {{"process", part(t.process, "the system does not say when the process started")},
          {"libraries", no_figure("linked at start; part of process")},
          {"data", part(t.data, "no data were loaded")},
          {"device_context", part(t.device, "no device was set up")},
          {"communicator", part(t.communicator, "one device, no communicator")},
          {"first_step", part(t.first_step, "no step was taken")},
          {"graph_capture", no_figure("no graphs on a CPU")}};
}

json samples_section(const run_result& r) {
  json windows = json::array();
  if (r.measured) {
    for (const window& w : r.measured->windows) {
      windows.push_back({{"seconds", w.seconds}, {"steps", w.steps}, {"samples", w.samples}});
    }
  }
  json ranks = json::array();
  for (std::size_t i = 0; i < r.ranks.size(); ++i) {
    const std::int64_t core = r.ranks[i].core;
    ranks.push_back({{"rank", i},
                     {"samples", r.ranks[i].samples},
                     {"core", core >= 0 ? json(core) : json(nullptr)}});
  }
  return {{"windows", windows}, {"per_rank", ranks}};
}

json disturbance_section(const run_result& r) {
  if (!r.measured) return no_figure("the run trained to an end; it was not measured");
  const auto& throttled = r.measured->throttled;
  const json uncounted = no_figure("no control group counts it here");
  return {{"throttled_periods", throttled ? json(throttled->periods) : uncounted},
          {"throttled_seconds", throttled ? json(throttled->seconds) : uncounted}};
}

constexpr std::array end_names{"interval_goal", "budget", "turns"};

json summary_section(const run_result& r) {
  if (!r.measured) return no_figure("the run trained to an end; it was not measured");
  const measurement& m = *r.measured;
  json dropped = json::array();
  dropped.push_back({{"reason", "warm-up"}, {"count", m.warmup_windows}});
  return {{"samples_per_second", figure_of(samples_per_second(m.windows))},
          {"step_seconds", figure_of(step_seconds(m.windows))},
          {"windows_kept", m.windows.size()},
          {"windows_dropped", dropped},
          {"steps_before_first_window", m.warmup_steps},
          {"stopped_by", end_names.at(static_cast<std::size_t>(m.ended_by))}};
}

json phases_section(const run_result& r) {
  if (r.phase_steps == 0) return no_figure("only measured runs time phases");
  json ranks = json::array();
  for (const rank_report& rank : r.ranks) {
    json phases;
    for (std::size_t p = 0; p < profiles::phase_count; ++p) {
      phases[std::string(profiles::name(static_cast<profiles::phase>(p)))] = rank.phase_seconds[p];
    }
    // The mirrored exchange starts when the backward pass has ended, so nothing hides it.
    phases["exchange_hidden_seconds"] = 0.0;
    ranks.push_back(phases);
  }
  return {{"steps", r.phase_steps}, {"per_rank", ranks}};
}

json usage(const profiles::memory_usage& u) {
  return {{"current_bytes", u.current}, {"peak_bytes", u.peak}};
}

json memory_section(const run_result& r) {
  json devices = json::array();
  for (std::size_t i = 0; i < r.ranks.size(); ++i) {
    json categories;
    for (std::size_t k = 0; k < profiles::memory_category_count; ++k) {
      const auto category = static_cast<profiles::memory_category>(k);
      categories[std::string(profiles::name(category))] = usage(r.ranks[i].memory[k]);
    }
    devices.push_back({{"device", i},
                       {"categories", categories},
                       {"total", usage(r.ranks[i].memory_total)},
                       {"method", "ledger"}});
  }
  rusage self{};
  getrusage(RUSAGE_SELF, &self);
  return {{"devices", devices},
          {"device_total", no_figure("a CPU device has no memory of its own")},
          {"host_rss_bytes", static_cast<std::int64_t>(self.ru_maxrss) * 1024},
          {"host_rss_method", "getrusage ru_maxrss, the peak"}};
}

json counters_section(const run_setup& setup, const run_result& r) {
  if (r.phase_steps == 0) return no_figure("only measured runs count");
  const rank_report& first = r.ranks.front();
  return {{"flop_per_step", setup.shape.flop_per_sample() * setup.settings.global_batch},
          {"collective_bytes_per_step", first.collective_bytes},
          {"collective_calls_per_step", first.collective_calls},
          {"kernel_launches_per_step", no_figure("a CPU launches no kernels")},
          {"allocations_per_step", first.allocations_per_step}};
}

json training_section(const run_result& r) {
  json epochs = json::array();
  for (const epoch_result& e : r.epochs) {
    epochs.push_back({{"epoch", e.epoch},
                      {"train_loss", e.train_loss},
                      {"test_accuracy", e.test_accuracy},
                      {"seconds", e.seconds}});
  }
  json section = {{"epochs", epochs},
                  {"steps", r.steps},
                  {"seconds", r.train_seconds},
                  {"probe_samples", r.probe_samples},
                  {"probe_loss", {{"start", r.probe_loss_start}, {"end", r.probe_loss_end}}}};
  section["test_accuracy"] =
      r.test_accuracy ? json(*r.test_accuracy) : no_figure("no step was taken");
  return section;
}

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

json verification_section(const run_result& r) {
  json checksums = json::array();
  for (const rank_report& rank : r.ranks) checksums.push_back(hex(rank.parameters_checksum));
  json section = {{"replica_checksums", checksums},
                  {"order_hash", r.ranks.empty() ? "" : hex(r.ranks.front().whole_order_hash)},
                  {"verdict", r.code == protocol::exit_code::ok ? "passed" : "failed"}};
  if (!r.verified) {
    section["against_one_device"] = no_figure("--verify was not given");
    return section;
  }
  const verification& v = *r.verified;
  section["against_one_device"] = {{"batch", v.batch},
                                   {"gradient_difference", v.gradient_difference},
                                   {"uneven_batch", v.uneven_batch},
                                   {"uneven_gradient_difference", v.uneven_gradient_difference},
                                   {"gradient_tolerance", v.gradient_tolerance},
                                   {"sgd_steps", v.sgd_steps},
                                   {"sgd_parameters_difference", v.sgd_difference},
                                   {"sgd_parameters_tolerance", v.sgd_tolerance},
                                   {"optimizer_parameters_difference", v.optimizer_difference},
                                   {"passed", v.passed}};
  return section;
}

}  // namespace

json run_record(const std::string& program, const run_setup& setup, const run_result& r,
                backend::isa level, const backend::gemm_factory& blas) {
  json record = {{"schema", "dpscale.record/1"},
                 {"status", r.code == protocol::exit_code::ok ? "ok" : "wrong_result"}};
  record["reason"] = r.reason.empty() ? json(nullptr) : json(r.reason);
  record["trainer"] = trainer_section(program, r, level, blas);
  record["config"] = config_section(setup);
  record["environment"] = protocol::environment();
  record["startup_seconds"] = startup_section(r);
  record["samples"] = samples_section(r);
  record["disturbance"] = disturbance_section(r);
  record["summary"] =
      r.code == protocol::exit_code::ok ? summary_section(r) : no_figure("the result is wrong");
  record["phases"] = phases_section(r);
  record["memory"] = memory_section(r);
  record["counters"] = counters_section(setup, r);
  record["training"] = training_section(r);
  record["verification"] = verification_section(r);
  return record;
}

}  // namespace dpscale
