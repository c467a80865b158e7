// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/fake_record.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace dpscale::bench::test {

using nlohmann::json;

json no_figure(const char* why) { return {{"value", nullptr}, {"reason", why}}; }

/// Seconds a step: 10 us, and 1 us a sample shared by the devices, 5 % more in the multi-device
/// program, and 20 us of exchange between devices.
double step_seconds(const request& asked) {
  const double compute = (10.0 + static_cast<double>(asked.batch) / asked.devices) * 1e-6;
  const double multi = asked.program == "train_multi" ? 1.05 : 1.0;
  return compute * multi + (asked.devices > 1 ? 20e-6 : 0.0);
}

namespace {

json memory_section(const request& asked) {
  json devices = json::array();
  for (int device = 0; device < asked.devices; ++device) {
    json categories;
    for (const char* name : {"parameters", "gradients", "optimizer", "activations", "dataset",
                             "workspace", "communication"})
      categories[name] = {{"current_bytes", 1000}, {"peak_bytes", 1000 + asked.batch}};
    devices.push_back({{"device", device},
                       {"categories", categories},
                       {"total", {{"current_bytes", 7000}, {"peak_bytes", 7000 + 7 * asked.batch}}},
                       {"method", "made up"}});
  }
  return {{"devices", devices},
          {"device_total", no_figure("made up")},
          {"host_rss_bytes", 1 << 20},
          {"host_rss_method", "made up"}};
}

json config_section(const request& asked) {
  return {{"options", {{"model", {{"value", "784-64-10"}, {"source", "preset"}}}}},
          {"global_batch", asked.batch},
          {"device_batch", no_figure("made up")},
          {"steps_per_epoch", 100},
          {"tail", "keep"},
          {"parameter_count", 50890}};
}

json phases_section(const request& asked, double step) {
  json ranks = json::array();
  for (int rank = 0; rank < asked.devices; ++rank)
    ranks.push_back({{"input", 0.1 * step},
                     {"forward", 0.3 * step},
                     {"loss", 0.05 * step},
                     {"backward", 0.4 * step},
                     {"exchange", 0.05 * step},
                     {"wait", 0.0},
                     {"optimizer", 0.1 * step},
                     {"other", 0.0},
                     {"exchange_hidden_seconds", 0.0}});
  return {{"steps", 100}, {"per_rank", ranks}};
}

json samples_section(const request& asked, double step) {
  const json window{{"seconds", 100 * step}, {"steps", 100}, {"samples", 100 * asked.batch}};
  const json rank{{"rank", 0}, {"samples", asked.batch}};
  return {{"windows", json::array({window})}, {"per_rank", json::array({rank})}};
}

json summary_section(const request& asked, double step) {
  const double rate = static_cast<double>(asked.batch) / step;
  return {{"samples_per_second", {{"value", rate}, {"low", rate * 0.99}, {"high", rate * 1.01}}},
          {"step_seconds", {{"value", step}, {"low", step * 0.99}, {"high", step * 1.01}}},
          {"windows_kept", 1},
          {"windows_dropped", json::array()},
          {"steps_before_first_window", 1000},
          {"stopped_by", "interval_goal"}};
}

}  // namespace

json record_of(const request& asked, int launch) {
  // Launches differ a little, alike in all cells: paired ratios cancel it.
  const double step = step_seconds(asked) * (1.0 + 0.01 * std::sin(1.0 + launch));
  json record{{"schema", "dpscale.record/1"},
              {"status", "ok"},
              {"reason", nullptr},
              {"trainer", {{"name", asked.program}, {"version", "1"}}},
              {"config", config_section(asked)},
              {"startup_seconds",
               {{"process", 0.01},
                {"libraries", no_figure("made up")},
                {"data", 0.02},
                {"device_context", 0.0},
                {"communicator", 0.0},
                {"first_step", 0.001},
                {"graph_capture", no_figure("made up")}}},
              {"samples", samples_section(asked, step)},
              {"summary", summary_section(asked, step)},
              {"phases", phases_section(asked, step)},
              {"memory", memory_section(asked)}};
  for (const char* section : {"environment", "counters", "training", "verification"})
    record[section] = no_figure("made up");
  return record;
}

}  // namespace dpscale::bench::test
