// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/backend/cpu/cpu.hpp"
#include "trainers/kernels/cpu/launch_table.hpp"

namespace dpscale::kernels {

/// The kernel set bound to a stream: `launch->adam(...)` runs (CPU) or enqueues (CUDA) one kernel
/// there. One specialisation a backend, all with the members of launch_table.
template <typename Backend>
class launcher;

template <>
class launcher<backend::cpu> {
 public:
  explicit launcher(backend::cpu_stream& stream) : table_(&launches(stream.level())) {}
  const launch_table* operator->() const { return table_; }

 private:
  const launch_table* table_;
};

}  // namespace dpscale::kernels
