// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <new>
#include <utility>

#include "bench/commands/commands.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/host/build_info.hpp"
#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {
namespace {

using protocol::exit_code;

constexpr const char* exit_codes =
    "Exit codes: 0 ok, 2 usage, 6 unsupported here, 7 bad data, 8 output could not be written,\n"
    "9 some cells failed (the summary says which), 130 interrupted (the summary holds what there "
    "is).";

/// The fault in one line, with CLI11's codes mapped to ours.
int report_parse_error(const CLI::App& app, const CLI::ParseError& fault) {
  if (fault.get_exit_code() == 0) return app.exit(fault);
  std::string line = fault.what();
  // CLI11 sets lists of names under each other.
  std::replace(line.begin(), line.end(), '\n', ' ');
  protocol::complain("dpscale", line + " (see dpscale --help)");
  return protocol::status(exit_code::usage);
}

/// The command line without the trainers' options, which go to `options`.
std::vector<std::string> without_trainer_words(int argc, char** argv, const CLI::App& sweep,
                                               sweep_options& options) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty() || words.front() != sweep.get_name()) return words;
  const std::string command = words.front();
  words.erase(words.begin());
  options.trainer_words = take_trainer_words(sweep, words);
  words.insert(words.begin(), command);
  return words;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Scaling sweeps of synchronous data-parallel training, and reports of them.",
               "dpscale");
  app.set_version_flag("--version", protocol::version_line("dpscale"));
  app.require_subcommand(1);
  app.footer(exit_codes);
  sweep_options options;
  CLI::App* sweep = app.add_subcommand(
      "sweep", "Measure every combination of device count, batch and configuration");
  add_sweep_options(*sweep, options);
  std::string run;
  CLI::App* again =
      app.add_subcommand("summarize", "Compute a run's summary again from its launches");
  again->add_option("RUN", run, "The run's folder")->required();
  CLI::App* report =
      app.add_subcommand("report", "Write a run's report: report.html, report.md and figures/");
  report->prefix_command();
  report->set_help_flag();
  std::vector<std::string> words = without_trainer_words(argc, argv, *sweep, options);
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& fault) {
    return report_parse_error(app, fault);
  }
  if (report->parsed()) report_command(report->remaining());
  if (again->parsed()) return protocol::status(summarize_command(run));
  check_given_once(*sweep);
  return protocol::status(sweep_command(options, {argv, argv + argc}));
}

}  // namespace

int run_command_line(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const protocol::error& fault) {
    protocol::complain("dpscale", fault.what());
    return protocol::status(fault.code());
  } catch (const std::bad_alloc&) {
    protocol::complain("dpscale", "out of memory");
    return protocol::status(exit_code::out_of_memory);
  } catch (const std::exception& fault) {
    protocol::complain("dpscale", fault.what());
    return protocol::status(exit_code::output_failed);
  }
}

}  // namespace dpscale::bench
