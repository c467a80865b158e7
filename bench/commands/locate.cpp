// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/locate.hpp"

#include <cstdlib>

#include "trainers/protocol/error.hpp"

namespace dpscale::bench {

namespace fs = std::filesystem;

fs::path program_folder() {
  std::error_code fault;
  const fs::path program = fs::read_symlink("/proc/self/exe", fault);
  if (fault)
    throw protocol::error(
        protocol::exit_code::unsupported,
        "/proc/self/exe: this program's own place is not known; is /proc mounted?");
  return program.parent_path();
}

fs::path reports_folder(const fs::path& from) {
  std::error_code ignored;
  const fs::path installed = from.parent_path() / "share/dpscale/reports";
  if (fs::is_directory(installed, ignored)) return installed;
  for (fs::path folder = from; folder.has_relative_path(); folder = folder.parent_path())
    if (fs::exists(folder / "reports/pyproject.toml", ignored)) return folder / "reports";
  return {};
}

std::string python_program(const fs::path& reports) {
  if (const char* chosen = std::getenv("DPSCALE_PYTHON"); chosen != nullptr && *chosen != '\0')
    return chosen;
  std::error_code ignored;
  for (const fs::path& folder : {reports, reports.parent_path()}) {
    const fs::path python = folder / ".venv/bin/python";
    if (!reports.empty() && fs::exists(python, ignored)) return python.string();
  }
  return "python3";
}

}  // namespace dpscale::bench
