// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace dpscale::protocol {

/// How every program of the suite ends; the same in all of them. Scripts may rely on the numbers.
enum class exit_code : int {
  ok = 0,
  regression = 1,  ///< the gate found a regression, or doctor found the machine unusable
  usage = 2,
  wrong_result = 3,
  out_of_memory = 4,
  communication = 5,
  unsupported = 6,
  bad_data = 7,
  output_failed = 8,  ///< an output could not be written
  failed_cells = 9,   ///< a sweep finished, some cells failed
  cannot_tell = 10,
  not_comparable = 11,
  deadline = 124,
  interrupted = 130,
};

/// The process status of `code`, for `main` to return.
constexpr int status(exit_code code) { return static_cast<int>(code); }

}  // namespace dpscale::protocol
