// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/backend/backend.hpp"
#include "trainers/backend/cpu/buffer.hpp"
#include "trainers/backend/cpu/gemm.hpp"
#include "trainers/backend/cpu/isa.hpp"

namespace dpscale::backend {

/// A point in a stream's work. Inline streams have reached it when it is recorded.
class cpu_event;

/// The in-order work of one CPU device, run inline on the thread that issues it.
class cpu_stream {
 public:
  explicit cpu_stream(isa level) : level_(level) {}
  void synchronize() {}
  void wait(const cpu_event&) {}
  /// The instruction-set level its kernels run at.
  [[nodiscard]] isa level() const { return level_; }

 private:
  isa level_;
};

class cpu_event {
 public:
  void record(cpu_stream&) {}
};

/// The backend whose device is a pinned set of CPU cores.
struct cpu {
  using stream = cpu_stream;
  using event = cpu_event;
  template <typename T>
  using buffer = cpu_buffer<T>;
  using blas = gemm_factory;
};
static_assert(backend<cpu>);

}  // namespace dpscale::backend
