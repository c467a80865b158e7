// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/programs/program.hpp"

#include <fmt/format.h>

#include <chrono>
#include <new>

#include "trainers/backend/cpu/thread.hpp"
#include "trainers/config/parse.hpp"
#include "trainers/model/initialize.hpp"
#include "trainers/programs/this_machine.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/files/npy.hpp"
#include "trainers/protocol/printable.hpp"
#include "trainers/protocol/record.hpp"
#include "trainers/run/console.hpp"
#include "trainers/run/record.hpp"
#include "trainers/run/start.hpp"
#include "trainers/run/watchdog.hpp"

namespace dpscale {

namespace {

using protocol::error;
using protocol::exit_code;

void check_data(const config& c, const data::train_and_test& data) {
  if (c.model.front() != data.train.features || c.model.back() < data.train.classes) {
    throw error(exit_code::usage,
                fmt::format("--model {}: data {} has {} features and {} classes; the first width "
                            "must be {} and the last at least {}",
                            fmt::join(c.model, "-"), data.train.name, data.train.features,
                            data.train.classes, data.train.features, data.train.classes));
  }
  if (c.tail == tail_rule::drop && c.global_batch > data.train.count) {
    throw error(exit_code::usage,
                fmt::format("--tail drop with global batch {} and {} training samples leaves no "
                            "step; use --tail keep or a smaller batch",
                            c.global_batch, data.train.count));
  }
}

std::vector<float> starting_parameters(const config& c, const model::layout& shape) {
  if (c.initial_parameters.empty()) return model::initial_parameters(shape, c.init, c.seed);
  std::vector<float> file = protocol::read_npy(c.initial_parameters, shape.parameter_count());
  if (file.size() != shape.parameter_count()) {
    throw error(exit_code::bad_data,
                fmt::format("--initial-parameters {}: {} values, but model {} has {} parameters",
                            c.initial_parameters, file.size(), fmt::join(c.model, "-"),
                            shape.parameter_count()));
  }
  return file;
}

run_setup load(const config& c) {
  model::layout shape(c.model);
  data::train_and_test data = data::load(c.data, c.seed, c.model.back());
  if (c.limit) data::limit(data.train, *c.limit);
  check_data(c, data);
  std::vector<float> initial = starting_parameters(c, shape);
  return {c, std::move(shape), std::move(data), std::move(initial)};
}

backend::isa level_of(const config& c) {
  if (c.isa == "auto") return backend::best_isa();
  const auto level = backend::isa_from_name(c.isa);
  if (!level || !backend::supported(*level)) {
    throw error(exit_code::unsupported, fmt::format("--isa {}: this machine runs up to {}", c.isa,
                                                    backend::name(backend::best_isa())));
  }
  return *level;
}

/// "rank 0 measuring, step 1200; rank 1 ..."
std::string what_ranks_do(const std::vector<rank_progress>& progress) {
  std::string text;
  for (std::size_t r = 0; r < progress.size(); ++r) {
    text += fmt::format("{}rank {} {}, step {}", r == 0 ? "" : "; ", r, progress[r].activity.load(),
                        progress[r].step.load());
  }
  return text;
}

void write_failure(const std::string& program, const config& c, exit_code code,
                   const std::string& reason) {
  if (!c.record.empty())
    protocol::write_record(protocol::failed_record(program, code, reason), c.record);
}

int report_failure(const std::string& program, const config& c, exit_code code,
                   const std::string& reason) {
  protocol::complain(program, reason);
  try {
    write_failure(program, c, code, reason);
  } catch (const error& e) {
    // Where the record itself was the trouble, that has been said.
    if (reason != e.what()) protocol::complain(program, e.what());
  }
  return protocol::status(code);
}

}  // namespace

class program_run {
 public:
  using trainer_body = std::function<run_result(const program_context&, std::vector<float>&)>;

  program_run(const char* name, config c, std::optional<double> process_seconds)
      : name_(name),
        config_(std::move(c)),
        progress_(static_cast<std::size_t>(config_.devices)),
        process_seconds_(process_seconds) {}

  int run(const trainer_body& train) {
    const watchdog guard(config_.deadline_seconds, [this](exit_code code,
                                                          const std::string& reason) {
      report_failure(name_, config_, code, fmt::format("{}: {}", reason, what_ranks_do(progress_)));
    });
    try {
      return train_and_record(train);
    } catch (const error& e) {
      return report_failure(name_, config_, e.code(), e.what());
    } catch (const std::bad_alloc&) {
      return report_failure(name_, config_, exit_code::out_of_memory,
                            "out of host memory; use a smaller model, batch or --limit");
    }
  }

 private:
  int train_and_record(const trainer_body& train) {
    const backend::isa level = level_of(config_);
    const backend::gemm_factory blas(level);
    const auto start = std::chrono::steady_clock::now();
    const run_setup setup = load(config_);
    const double load_seconds = profiles::seconds_since(start);
    if (!config_.quiet) print_start(setup);
    std::vector<float> parameters;
    run_result result = train({setup, progress_, level, blas, backend::usable_cores()}, parameters);
    result.startup.process = process_seconds_;
    result.startup.data = load_seconds;
    if (!config_.quiet) print_end(setup, result);
    if (!config_.save_parameters.empty() && !parameters.empty()) {
      protocol::write_npy(config_.save_parameters, setup.shape.to_file_order(parameters));
    }
    if (!config_.record.empty()) {
      protocol::write_record(run_record(name_, setup, result, level, blas), config_.record);
    }
    if (result.code != exit_code::ok) {
      protocol::complain(name_, "wrong result: " + result.reason);
    }
    return protocol::status(result.code);
  }

  std::string name_;
  config config_;
  std::vector<rank_progress> progress_;
  std::optional<double> process_seconds_;
};

int run_program(const char* name, int argc, char** argv, const program_run::trainer_body& train) {
  const std::optional<double> process_seconds = seconds_since_process_start();
  try {
    const parse_result parsed = parse_config(name, argc, argv, this_machine());
    if (parsed.exit) return protocol::status(*parsed.exit);
    return program_run(name, parsed.settings, process_seconds).run(train);
  } catch (const error& e) {
    protocol::complain(name, e.what());
    return protocol::status(e.code());
  }
}

}  // namespace dpscale
