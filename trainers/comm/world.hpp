// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace dpscale {

/// What the training loop needs of the other ranks, apart from the exchange of gradients: to start
/// and end windows together and to gather results. Calls are collective.
class world {
 public:
  virtual ~world() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  virtual void barrier() = 0;
  /// `all` receives every rank's `mine`, in rank order.
  virtual void gather(std::span<const std::byte> mine, std::span<std::byte> all) = 0;

  /// Every rank's `mine`, in rank order, on every rank.
  template <typename T>
  std::vector<T> gather_all(const T& mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(size()));
    gather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
    return all;
  }
};

/// The world of the one-device trainer.
class alone final : public world {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 1; }
  void barrier() override {}
  void gather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    std::memcpy(all.data(), mine.data(), mine.size());
  }
};

}  // namespace dpscale
