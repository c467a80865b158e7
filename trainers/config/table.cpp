// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/table.hpp"

#include "trainers/config/fields.hpp"
#include "trainers/config/presets.hpp"

namespace dpscale {

namespace {

using table = std::vector<option_spec>;

constexpr std::uint64_t most_samples = std::uint64_t{1} << 31;
constexpr std::uint64_t most_steps = std::uint64_t{1} << 48;

void add_machine(table& t, bool multi) {
  const std::string group = "Machine";
  t.push_back(choice(group, "backend", &config::backend, "auto", {"auto", "cpu", "cuda"},
                     "what computes; auto is cuda where this build and machine have it, else cpu"));
  t.push_back(choice(group, "isa", &config::isa, "auto",
                     {"auto", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"},
                     "instruction set of the CPU kernels; auto is the best this machine has"));
  t.push_back(whole(group, "devices", &config::devices, "N", "devices", "1", 1, 65536,
                    multi ? "ranks, one device each; a device is a core of its own"
                          : "this trainer has one device"));
  t.push_back(whole(group, "threads-per-device", &config::threads_per_device, "T", "cores", "1", 1,
                    65536, "cores of a device"));
  if (!multi) return;
  t.push_back(choice(group, "launcher", &config::launcher, "threads",
                     {"threads", "processes", "mpi"},
                     "what a rank is: a thread of this process, a local process, an MPI process"));
  t.push_back(choice(group, "strategy", &config::strategy, "mirrored",
                     {"mirrored", "data-parallel", "ddp", "zero1"},
                     "what happens between gradient and update"));
}

void add_task(table& t) {
  const std::string group = "Task";
  t.push_back(choice(group, "preset", &config::preset, "", preset_names(),
                     "a reference configuration; options given override it"));
  t.push_back(text(group, "model", "W-W-...", &config::model,
                   "layer widths, input first; ReLU between, softmax cross entropy at the end"));
  t.push_back(
      text(group, "data", "DIR|synthetic[:N]", &config::data,
           "folder with the four IDX files, gzipped or not (DIR/PREFIX where it has several "
           "sets), or N learnable samples made from the seed (60000)"));
  t.push_back(whole(group, "limit", &config::limit, "N", "samples", "", 1, most_samples,
                    "use the first N training samples only"));
  t.push_back(whole(group, "global-batch", &config::global_batch, "B", "samples", "64", 1,
                    most_samples, "samples per step over all devices"));
  t.push_back(whole(group, "device-batch", &config::device_batch, "b", "samples", "", 1,
                    most_samples, "samples per step and device, instead of --global-batch"));
  t.push_back(
      choice(group, "tail", &config::tail, tail_names(), "keep",
             "an epoch's last, uneven batch: kept and weighted by its samples, or dropped"));
  t.push_back(choice(group, "shuffle", &config::shuffle, shuffle_names(), "epoch",
                     "a new permutation of the samples each epoch, or the file's order"));
  t.push_back(whole(group, "seed", &config::seed, "S", "", "0", 0, UINT64_MAX,
                    "of initial parameters, sample order and synthetic data"));
  t.push_back(choice(group, "precision", &config::precision, "fp32", {"fp32", "tf32", "bf16"},
                     "of the matrix products"));
}

void add_optimizer(table& t) {
  const std::string group = "Optimizer";
  t.push_back(
      choice(group, "optimizer", &config::optimizer, optimizer_names(), "adam", "the update"));
  t.push_back(
      real(group, "lr", &config::learning_rate, "X", "", "0.001", {0, 1e6, true}, "learning rate"));
  t.push_back(real(group, "beta1", &config::beta1, "X", "", "0.9", {0, 1, false, true},
                   "Adam: decay of the mean of gradients"));
  t.push_back(real(group, "beta2", &config::beta2, "X", "", "0.999", {0, 1, false, true},
                   "Adam: decay of the mean of their squares"));
  t.push_back(real(group, "epsilon", &config::epsilon, "X", "", "1e-8", {0, 1, true},
                   "Adam: added to the root in the denominator"));
  t.push_back(choice(group, "epsilon-mode", &config::epsilon_rule, epsilon_mode_names(), "torch",
                     "Adam: epsilon after (torch) or before (keras) bias correction"));
  t.push_back(real(group, "momentum", &config::momentum, "X", "", "0", {0, 1, false, true},
                   "SGD: share of the last update that is kept"));
  t.push_back(real(group, "weight-decay", &config::weight_decay, "X", "", "0", {0, 1},
                   "times the parameter, added to its gradient"));
  t.push_back(
      choice(group, "init", &config::init, init_names(), "torch",
             "initial parameters: PyTorch's Linear, or Keras' Glorot uniform with zero bias"));
}

void add_length(table& t) {
  const std::string group = "Length: one of --epochs, --steps, --measure";
  t.push_back(whole(group, "epochs", &config::epochs, "E", "epochs", "10", 1, most_steps,
                    "train so many times over the data"));
  t.push_back(whole(group, "steps", &config::steps, "S", "steps", "", 0, most_steps,
                    "train so many steps; 0 initialises, saves and stops"));
  t.push_back(on_off(group, "measure", &config::measure, "measure the steady state"));
  t.push_back(real(group, "warmup-seconds", &config::warmup_seconds, "X", "seconds", "0.3",
                   {0, 1e6}, "with --measure: train at least so long before the first window"));
  t.push_back(real(group, "window-seconds", &config::window_seconds, "X", "seconds", "0.02",
                   {0, 1e6, true}, "with --measure: shortest window"));
  t.push_back(whole(group, "min-windows", &config::min_windows, "N", "windows", "10", 2, 1'000'000,
                    "with --measure: fewest windows"));
  t.push_back(real(group, "interval-goal", &config::interval_goal, "X", "", "0.01",
                   {0, 1, true, true},
                   "with --measure: stop when the interval is within this share of the value"));
  t.push_back(real(group, "budget-seconds", &config::budget_seconds, "X", "seconds", "2",
                   {0, 1e6, true}, "with --measure: stop then at the latest"));
}

void add_files(table& t) {
  const std::string group = "Files and checks";
  t.push_back(text(group, "initial-parameters", "FILE.npy", &config::initial_parameters,
                   "start from these instead of --init"));
  t.push_back(text(group, "save-parameters", "FILE.npy", &config::save_parameters,
                   "the final parameters: float32, first layer first, per layer weights [out][in], "
                   "then bias"));
  t.push_back(text(group, "save-gradients", "FILE.npy", &config::save_gradients,
                   "the reduced gradient of the first step, in the same order"));
  t.push_back(
      on_off(group, "verify", &config::verify, "first prove that N devices compute what one does"));
  t.push_back(real(group, "deadline", &config::deadline_seconds, "X", "seconds", "", {0, 1e9, true},
                   "end the whole run then, with exit 124"));
  t.push_back(text(group, "record", "FILE|-", &config::record,
                   "the JSON record; - is standard output, and implies --quiet"));
  t.push_back(on_off(group, "quiet", &config::quiet, "print nothing for people"));
}

}  // namespace

std::vector<option_spec> option_table(const std::string& program) {
  table t;
  add_machine(t, program == "train_multi");
  add_task(t);
  add_optimizer(t);
  add_length(t);
  add_files(t);
  return t;
}

std::vector<std::string> runnable_strategies(const std::string& program) {
  return program == "train_multi" ? std::vector<std::string>{"mirrored"}
                                  : std::vector<std::string>{};
}

std::vector<std::string> runnable_launchers(const std::string& program) {
  return program == "train_multi" ? std::vector<std::string>{"threads"}
                                  : std::vector<std::string>{};
}

std::vector<std::string> runnable_backends() { return {"cpu"}; }

std::vector<std::string> runnable_precisions() { return {"fp32"}; }

const std::vector<std::vector<std::string>>& exclusive_options() {
  static const std::vector<std::vector<std::string>> sets{{"global-batch", "device-batch"},
                                                          {"epochs", "steps", "measure"}};
  return sets;
}

}  // namespace dpscale
