// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/host/build_info.hpp"

#include <fmt/format.h>

namespace dpscale::protocol {

std::string version_line(std::string_view program) {
  const build_info info = build();
  return fmt::format("{} {} (commit {}{}, {}, {})", program, info.version, info.commit,
                     info.dirty ? " with changes" : "", info.build_type, info.compiler);
}

}  // namespace dpscale::protocol
