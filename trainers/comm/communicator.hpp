// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace dpscale::comm {

/// One rank's end of a group of ranks that act together. Every rank makes the same calls in the
/// same order with the same sizes; a call returns when this rank's buffers may be reused. Once a
/// rank has failed, the others' calls throw protocol::error (communication) instead of waiting.
class communicator {
 public:
  virtual ~communicator() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  virtual void barrier() = 0;
  /// In place: `data` becomes the sum over the ranks, added in rank order, the same bits on every
  /// rank.
  virtual void all_reduce(std::span<float> data) = 0;
  /// `all` (size() * mine.size() bytes) receives every rank's `mine`, in rank order.
  virtual void all_gather(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  /// `data` becomes rank `root`'s.
  virtual void broadcast(std::span<std::byte> data, int root) = 0;
};

}  // namespace dpscale::comm
