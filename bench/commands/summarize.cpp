// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/commands/commands.hpp"
#include "bench/figures/summary.hpp"
#include "bench/figures/table.hpp"
#include "bench/run/folder.hpp"
#include "bench/run/journal.hpp"
#include "bench/text/terminal.hpp"
#include "trainers/protocol/error.hpp"
#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {

protocol::exit_code summarize_command(const std::string& run) {
  const run_folder folder(run);
  const auto document = folder.read_run();
  if (!document)
    throw protocol::error(protocol::exit_code::usage,
                          run + ": no run's folder (there is no run.json)");
  // The journal is only read: another process may be appending to it.
  const journal_content content = read_journal(folder.journal_path(), is_entry);
  for (const std::size_t number : content.unreadable)
    protocol::complain("dpscale", fmt::format("{}: line {} cannot be read and is left out",
                                              folder.journal_path().string(), number));
  const nlohmann::json summary = summarize(*document, content.lines);
  folder.write_summary(summary, to_csv(summary));
  say(format_table(summary));
  return failed_cells(summary) > 0 ? protocol::exit_code::failed_cells : protocol::exit_code::ok;
}

}  // namespace dpscale::bench
