// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "trainers/protocol/exit_code.hpp"

namespace dpscale::protocol {

/// What stops a program because of its surroundings (a flag, a file, the machine): one line that
/// says what, where and what to do, and the exit code `main` ends with. Broken invariants are
/// asserts instead.
class error : public std::runtime_error {
 public:
  error(exit_code code, const std::string& line) : std::runtime_error(line), code_(code) {}
  [[nodiscard]] exit_code code() const noexcept { return code_; }

 private:
  exit_code code_;
};

}  // namespace dpscale::protocol
