// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/config/table.hpp"

#include "trainers/config/fields.hpp"
#include "trainers/config/section.hpp"

namespace dpscale {

namespace {

const char* without_a_step(const config& c) {
  return c.steps == 0U ? "with --steps 0 there is no first step" : nullptr;
}

void add_ranks(section to) {
  to.add(
      choice(&config::launcher,
             {.name = "launcher",
              .standard = "threads",
              .choices = {"threads", "processes", "mpi"},
              .runs = runnable_launchers("train_multi"),
              .help = "what a rank is: a thread of this process, a local process, an MPI process",
              .implied = {{"OMPI_COMM_WORLD_SIZE", "mpi"}, {"PMI_SIZE", "mpi"}}}));
  to.add(choice(&config::strategy, {.name = "strategy",
                                    .standard = "mirrored",
                                    .choices = {"mirrored", "data-parallel", "ddp", "zero1"},
                                    .runs = runnable_strategies("train_multi"),
                                    .help = "what happens between gradient and update"}));
}

void add_machine(section to, bool multi) {
  to.add(choice(&config::backend,
                {.name = "backend",
                 .standard = "auto",
                 .choices = {"auto", "cpu", "cuda"},
                 .runs = {"auto", "cpu"},
                 .help = "what computes; auto is cuda where this build and machine have it, else "
                         "cpu"}));
  to.add(choice(&config::isa,
                {.name = "isa",
                 .standard = "auto",
                 .choices = {"auto", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"},
                 .help = "instruction set of the CPU kernels; auto is the best this machine has"}));
  to.add(whole(&config::devices, {1, 65536},
               {.name = "devices",
                .placeholder = "N",
                .unit = "devices",
                .standard = "1",
                .help = multi ? "ranks, one device each; a device is a core of its own"
                              : "this trainer has one device"}));
  to.add(whole(&config::threads_per_device, {1, 65536},
               {.name = "threads-per-device",
                .placeholder = "T",
                .unit = "cores",
                .standard = "1",
                .help = "cores of a device"}));
  if (multi) add_ranks(to);
}

void add_parameter_files(section to) {
  to.add(file(&config::initial_parameters, {.name = "initial-parameters",
                                            .help = "start from these instead of --init",
                                            .one_of = initial_values}));
  to.add(file(&config::save_parameters,
              {.name = "save-parameters",
               .help = "the final parameters: float32, first layer first, per layer weights "
                       "[out][in], then bias",
               .output = true}));
  to.add(file(&config::save_gradients,
              {.name = "save-gradients",
               .help = "the reduced gradient of the first step, in the same order",
               .idle = without_a_step,
               .output = true}));
}

void add_files(section to) {
  add_parameter_files(to);
  to.add(on_off(&config::verify,
                {.name = "verify", .help = "first prove that N devices compute what one does"}));
  to.add(real(
      &config::deadline_seconds, {0, 1e9, true},
      {.name = "deadline", .unit = "seconds", .help = "end the whole run then, with exit 124"}));
  to.add(
      file(&config::record, {.name = "record",
                             .placeholder = "FILE|-",
                             .help = "the JSON record; - is standard output, and implies --quiet",
                             .output = true}));
  to.add(on_off(&config::quiet, {.name = "quiet", .help = "print nothing for people"}));
}

}  // namespace

std::vector<option_spec> option_table(const std::string& program) {
  std::vector<option_spec> table;
  add_machine({table, "Machine"}, program == "train_multi");
  add_task({table, "Task"});
  add_optimizer({table, "Optimizer"});
  add_length({table, "Length: one of --epochs, --steps, --measure"});
  add_files({table, "Files and checks"});
  return table;
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

}  // namespace dpscale
