// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/fields.hpp"
#include "trainers/config/presets.hpp"
#include "trainers/config/section.hpp"

namespace dpscale {

namespace {

constexpr whole_range sample_counts{1, std::uint64_t{1} << 31};
constexpr std::uint64_t most_steps = std::uint64_t{1} << 48;
constexpr number_range seconds{0, 1e6, true}, share{0, 1, false, true};

// Why an option would have no effect: option_spec::idle.
const char* without_adam(const config& c) {
  return c.optimizer == optimizer_kind::adam
             ? nullptr
             : "only --optimizer adam has it, and the optimizer is sgd";
}
const char* without_sgd(const config& c) {
  return c.optimizer == optimizer_kind::sgd
             ? nullptr
             : "only --optimizer sgd has it, and the optimizer is adam";
}
const char* without_measure(const config& c) {
  return c.measure ? nullptr : "controls --measure, which was not given";
}

std::string data_here(const surroundings& around) {
  return around.installed_data.empty() ? "synthetic" : around.installed_data.string();
}

void add_batches(section to) {
  to.add(whole(&config::global_batch, sample_counts,
               {.name = "global-batch",
                .placeholder = "B",
                .unit = "samples",
                .standard = "64",
                .help = "samples per step over all devices",
                .one_of = batch_size}));
  to.add(whole(&config::device_batch, sample_counts,
               {.name = "device-batch",
                .placeholder = "b",
                .unit = "samples",
                .help = "samples per step and device, instead of --global-batch",
                .one_of = batch_size}));
  to.add(choice(&config::tail,
                {.name = "tail",
                 .standard = "keep",
                 .choices = tail_names(),
                 .help = "an epoch's last, uneven batch: kept and weighted by its samples, or "
                         "dropped"}));
  to.add(choice(&config::shuffle,
                {.name = "shuffle",
                 .standard = "epoch",
                 .choices = shuffle_names(),
                 .help = "a new permutation of the samples each epoch, or the file's order"}));
}

}  // namespace

void add_task(section to) {
  to.add(choice(&config::preset, {.name = "preset",
                                  .choices = preset_names(),
                                  .help = "a reference configuration; options given override it",
                                  .expands = preset_options}));
  to.add(widths(&config::model,
                {.name = "model",
                 .standard = "784-256-128-10",
                 .help = "layer widths, input first; ReLU between, softmax cross entropy at the "
                         "end"}));
  to.add(
      data_set(&config::data,
               {.name = "data",
                .help = "folder with the four IDX files, gzipped or not (DIR/PREFIX where it "
                        "has several sets), or N learnable samples made from the seed (60000)",
                .standard_here = data_here,
                .standard_note = "the system's Fashion-MNIST where it has one, else synthetic"}));
  to.add(whole(&config::limit, sample_counts,
               {.name = "limit",
                .placeholder = "N",
                .unit = "samples",
                .help = "use the first N training samples only"}));
  add_batches(to);
  to.add(whole(&config::seed, {0, UINT64_MAX},
               {.name = "seed",
                .placeholder = "S",
                .standard = "0",
                .help = "of initial parameters, sample order and synthetic data"}));
  to.add(choice(&config::precision, {.name = "precision",
                                     .standard = "fp32",
                                     .choices = {"fp32", "tf32", "bf16"},
                                     .runs = runnable_precisions(),
                                     .help = "of the matrix products"}));
}

namespace {

void add_adam(section to) {
  to.add(real(&config::beta1, share,
              {.name = "beta1",
               .standard = "0.9",
               .help = "Adam: decay of the mean of gradients",
               .idle = without_adam}));
  to.add(real(&config::beta2, share,
              {.name = "beta2",
               .standard = "0.999",
               .help = "Adam: decay of the mean of their squares",
               .idle = without_adam}));
  to.add(real(&config::epsilon, {0, 1, true},
              {.name = "epsilon",
               .standard = "1e-8",
               .help = "Adam: added to the root in the denominator",
               .idle = without_adam}));
  to.add(choice(&config::epsilon_rule,
                {.name = "epsilon-mode",
                 .standard = "torch",
                 .choices = epsilon_mode_names(),
                 .help = "Adam: epsilon after (torch) or before (keras) bias correction",
                 .idle = without_adam}));
}

}  // namespace

void add_optimizer(section to) {
  to.add(choice(&config::optimizer, {.name = "optimizer",
                                     .standard = "adam",
                                     .choices = optimizer_names(),
                                     .help = "the update"}));
  to.add(real(&config::learning_rate, {0, 1e6, true},
              {.name = "lr", .standard = "0.001", .help = "learning rate"}));
  add_adam(to);
  to.add(real(&config::momentum, share,
              {.name = "momentum",
               .standard = "0",
               .help = "SGD: share of the last update that is kept",
               .idle = without_sgd}));
  to.add(real(&config::weight_decay, {0, 1},
              {.name = "weight-decay",
               .standard = "0",
               .help = "times the parameter, added to its gradient"}));
  to.add(choice(&config::init,
                {.name = "init",
                 .standard = "torch",
                 .choices = init_names(),
                 .help = "initial parameters: PyTorch's Linear, or Keras' Glorot uniform with zero "
                         "bias",
                 .one_of = initial_values}));
}

namespace {

void add_measurement(section to) {
  to.add(real(&config::warmup_seconds, {0, 1e6},
              {.name = "warmup-seconds",
               .unit = "seconds",
               .standard = "0.3",
               .help = "with --measure: train at least so long before the first window",
               .idle = without_measure}));
  to.add(real(&config::window_seconds, seconds,
              {.name = "window-seconds",
               .unit = "seconds",
               .standard = "0.02",
               .help = "with --measure: shortest window",
               .idle = without_measure}));
  to.add(whole(&config::min_windows, {2, 1'000'000},
               {.name = "min-windows",
                .placeholder = "N",
                .unit = "windows",
                .standard = "10",
                .help = "with --measure: fewest windows",
                .idle = without_measure}));
  to.add(real(&config::interval_goal, {0, 1, true, true},
              {.name = "interval-goal",
               .standard = "0.01",
               .help = "with --measure: stop when the interval is within this share of the value",
               .idle = without_measure}));
  to.add(real(&config::budget_seconds, seconds,
              {.name = "budget-seconds",
               .unit = "seconds",
               .standard = "2",
               .help = "with --measure: stop then at the latest",
               .idle = without_measure}));
  to.add(whole(&config::turns, {0, 1'000'000},
               {.name = "turns",
                .placeholder = "FD",
                .help = "with --measure: measure a window whenever the stream socket FD says so, "
                        "until it ends (trainers/README.md)",
                .idle = without_measure}));
}

}  // namespace

void add_length(section to) {
  to.add(whole(&config::epochs, {1, most_steps},
               {.name = "epochs",
                .placeholder = "E",
                .unit = "epochs",
                .standard = "10",
                .help = "train so many times over the data",
                .one_of = run_length}));
  to.add(whole(&config::steps, {0, most_steps},
               {.name = "steps",
                .placeholder = "S",
                .unit = "steps",
                .help = "train so many steps; 0 initialises, saves and stops",
                .one_of = run_length}));
  to.add(on_off(&config::measure,
                {.name = "measure", .help = "measure the steady state", .one_of = run_length}));
  add_measurement(to);
}

}  // namespace dpscale
