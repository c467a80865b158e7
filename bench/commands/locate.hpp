// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace dpscale::bench {

/// The folder this program lies in, links resolved. Everything else is found from it, so that an
/// installed prefix can be moved.
[[nodiscard]] std::filesystem::path program_folder();

/// Where the report's Python package is: <prefix>/share/dpscale/reports of an installed program,
/// else `reports` of the source tree its build folder lies in. Empty where neither is.
[[nodiscard]] std::filesystem::path reports_folder(const std::filesystem::path& from);

/// The Python to run the report with: DPSCALE_PYTHON, else the project's own environment (.venv
/// beside the reports folder, or above), else "python3".
[[nodiscard]] std::string python_program(const std::filesystem::path& reports);

}  // namespace dpscale::bench
