// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "bench/commands/commands.hpp"
#include "bench/commands/locate.hpp"
#include "bench/launch/outcome.hpp"
#include "bench/launch/process.hpp"
#include "trainers/protocol/error.hpp"

namespace dpscale::bench {
namespace {

using protocol::error;
using protocol::exit_code;

constexpr const char* package = "dpscale_reports";

/// Puts our copy of the package before anything else of its name.
void set_python_path(const std::filesystem::path& reports) {
  if (reports.empty()) return;
  const char* before = std::getenv("PYTHONPATH");
  const std::string rest = before == nullptr || *before == '\0' ? "" : std::string(":") + before;
  setenv("PYTHONPATH", (reports.string() + rest).c_str(), 1);
}

/// Throws where `python` is missing or cannot import the package or what it needs.
void check_importable(const std::string& python) {
  signal_inbox inbox;
  process_request request;
  request.arguments = {"/usr/bin/env", python, "-c",
                       std::string("import ") + package + ".__main__"};
  const process_result result = run_process(request, inbox);
  if (result.exit_code == 0) return;
  if (result.interrupted) throw error(exit_code::interrupted, "interrupted");
  std::string why = last_line(result.stderr_tail);
  if (why.empty())
    why = result.start_failure.empty() ? "it did not end well" : result.start_failure;
  throw error(exit_code::unsupported,
              "the report needs Python with the package " + std::string(package) + "; " + python +
                  " says: " + why +
                  "; run scripts/setup, or set DPSCALE_PYTHON to one that has it");
}

}  // namespace

void report_command(const std::vector<std::string>& arguments) {
  const auto reports = reports_folder(program_folder());
  const std::string python = python_program(reports);
  set_python_path(reports);
  check_importable(python);
  std::vector<std::string> line{"/usr/bin/env", python, "-m", package, "report"};
  line.insert(line.end(), arguments.begin(), arguments.end());
  std::vector<char*> words;
  for (std::string& word : line) words.push_back(word.data());
  words.push_back(nullptr);
  execv(words.front(), words.data());
  throw error(exit_code::unsupported, python + " could not be started: " + std::strerror(errno));
}

}  // namespace dpscale::bench
