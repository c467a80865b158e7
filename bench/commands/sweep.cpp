// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "bench/commands/commands.hpp"
#include "bench/commands/locate.hpp"
#include "bench/commands/preview.hpp"
#include "bench/figures/summary.hpp"
#include "bench/figures/table.hpp"
#include "bench/figures/turns/ratio_states.hpp"
#include "bench/launch/memory.hpp"
#include "bench/launch/trainer_description.hpp"
#include "bench/plan/topology.hpp"
#include "bench/sweep/loop.hpp"
#include "bench/text/terminal.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using protocol::error;
using protocol::exit_code;

std::string default_output() {
  return fmt::format("runs/{:%Y-%m-%d_%H%M%S}", fmt::localtime(std::time(nullptr)));
}

/// The run to go on with; throws where --resume has nothing to resume.
json stored_run(const sweep_options& options, const run_folder& folder) {
  if (options.output.empty())
    throw error(exit_code::usage, "--resume needs --output, the folder of the run to go on with");
  auto run = folder.read_run();
  if (!run || !run->contains("plan"))
    throw error(exit_code::usage,
                folder.path().string() + ": no run to go on with here; see --output");
  return *run;
}

/// Why the cells can't take turns; empty where they can.
std::string alone_because(const plan& wanted, const trainer_pair& pair) {
  if (!wanted.turns) return "--turns off";
  for (const auto& [program, description] :
       {std::pair{single_program, &pair.single}, std::pair{multi_program, &pair.multi}})
    if (!description->options.contains("turns")) return fmt::format("{} has no --turns", program);
  return "";
}

/// What the sweep is to do: the command line's plan, or, where it names none, that of the run.
json wanted_document(const sweep_options& options, const run_folder& folder) {
  const json stored = options.resume ? stored_run(options, folder) : json();
  return options.resume && !options.names_a_plan() ? stored["plan"] : plan_document(options);
}

/// Asks the trainers what they have, and makes the sweep ready where that is all it takes.
sweep_setup setup_with(const std::filesystem::path& trainers, plan wanted, int cores,
                       const std::vector<std::string>& command, signal_inbox& inbox) {
  const trainer_pair pair{describe(trainers / single_program, inbox),
                          describe(trainers / multi_program, inbox)};
  settle_strategy(wanted, pair.multi);
  check_against(wanted, pair, sweep_option_names());
  const std::string alone = alone_because(wanted, pair);
  sweep_setup setup =
      make_setup(std::move(wanted), pair.single.options, cores, trainers, command, alone);
  setup.listed = {{single_program, pair.single.options}, {multi_program, pair.multi.options}};
  return setup;
}

/// Computes and stores the summary, marks the run as ended, and prints the table.
exit_code finish(sweep_end end, const run_folder& folder) {
  const json summary = summarize(end.run, end.lines);
  folder.write_summary(summary, to_csv(summary));
  end.run["state"] = end.interrupted ? "interrupted" : "complete";
  end.run["finished_at"] = utc_now();
  folder.write_run(end.run);
  const std::string path = protocol::printable(folder.path().string());
  say(fmt::format("\n{}", format_table(summary)));
  if (end.interrupted) {
    say(fmt::format("\ninterrupted; go on with: dpscale sweep --resume --output {}\n", path));
    return exit_code::interrupted;
  }
  say(fmt::format("\nresults: {0}\nreport:  dpscale report {0}\n", path));
  const int failed = failed_cells(summary);
  if (failed > 0) say(fmt::format("{} of {} cells failed\n", failed, summary.at("cells").size()));
  return failed > 0 ? exit_code::failed_cells : exit_code::ok;
}

}  // namespace

exit_code sweep_command(const sweep_options& options, const std::vector<std::string>& command) {
  const run_folder folder(options.output.empty() ? default_output() : options.output);
  const int cores = usable_cores();
  plan wanted = parse_plan(wanted_document(options, folder), cores, default_memory_limit());
  const std::filesystem::path trainers =
      options.trainers.empty() ? program_folder() : std::filesystem::path(options.trainers);
  signal_inbox inbox;
  const sweep_setup setup = setup_with(trainers, std::move(wanted), cores, command, inbox);
  say(quota_notice());
  json run = run_document(setup);
  if (auto stored = folder.read_run()) {
    check_same_run(*stored, run, folder.path().string());
    run = std::move(*stored);
  }
  if (options.dry_run) {
    say(preview(setup));
    return exit_code::ok;
  }
  folder.prepare();
  const auto judge = [&](const std::vector<json>& lines) {
    return ratio_states(setup.cells, lines, setup.cores, setup.wanted.interval_goal);
  };
  return finish(make_loop(setup, folder, std::move(run), inbox, judge)->run(), folder);
}

}  // namespace dpscale::bench
