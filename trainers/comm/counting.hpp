// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "trainers/comm/communicator.hpp"

namespace dpscale::comm {

/// Calls of a rank and the payload bytes it handed to them.
struct traffic {
  std::uint64_t calls = 0, bytes = 0;
};

/// Decorator that counts the collectives a rank makes on the communicator below it (which must
/// outlive it).
class counting_communicator final : public communicator {
 public:
  explicit counting_communicator(communicator& below) : below_(&below) {}
  [[nodiscard]] int rank() const override { return below_->rank(); }
  [[nodiscard]] int size() const override { return below_->size(); }
  void barrier() override {
    count(0);
    below_->barrier();
  }
  void all_reduce(std::span<float> data) override {
    count(data.size_bytes());
    below_->all_reduce(data);
  }
  void all_gather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    count(mine.size());
    below_->all_gather(mine, all);
  }
  void broadcast(std::span<std::byte> data, int root) override {
    count(data.size());
    below_->broadcast(data, root);
  }
  [[nodiscard]] const traffic& total() const { return total_; }

 private:
  void count(std::uint64_t bytes) {
    ++total_.calls;
    total_.bytes += bytes;
  }
  communicator* below_;
  traffic total_;
};

}  // namespace dpscale::comm
