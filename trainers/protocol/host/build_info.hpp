// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace dpscale::protocol {

/// What this binary was built from and how.
struct build_info {
  std::string_view version;     ///< "0.1.0"
  std::string_view commit;      ///< short hash, or "unknown" outside a git checkout
  bool dirty;                   ///< the checkout had changes that are in no commit
  std::string_view build_type;  ///< "Release"
  std::string_view compiler;    ///< "GNU 12.2.0"
  std::string_view flags;       ///< of the C++ files that aren't built per instruction set
};

[[nodiscard]] build_info build();

/// One line for --version: "NAME 0.1.0 (commit abc123, Release, GNU 12.2.0)".
[[nodiscard]] std::string version_line(std::string_view program);

}  // namespace dpscale::protocol
