// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <utility>

namespace dpscale::bench {

/// Owns a file descriptor; -1 is none.
class unique_descriptor {
 public:
  unique_descriptor() = default;
  explicit unique_descriptor(int descriptor) : descriptor_(descriptor) {}
  unique_descriptor(unique_descriptor&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)) {}
  unique_descriptor& operator=(unique_descriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~unique_descriptor() { reset(); }

  [[nodiscard]] int get() const noexcept { return descriptor_; }
  [[nodiscard]] explicit operator bool() const noexcept { return descriptor_ >= 0; }
  void reset() noexcept {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  }

 private:
  int descriptor_ = -1;
};

}  // namespace dpscale::bench
