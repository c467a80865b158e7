// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/text/terminal.hpp"

#include <cstdio>

#include "trainers/protocol/printable.hpp"

namespace dpscale::bench {

void say(const std::string& text) {
  const std::string safe = protocol::printable(text, protocol::whitespace::newlines);
  std::fwrite(safe.data(), 1, safe.size(), stdout);
  std::fflush(stdout);
}

}  // namespace dpscale::bench
