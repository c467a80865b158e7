// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/comm/communicator.hpp"
#include "trainers/comm/world.hpp"

namespace dpscale {

/// The training loop's view of a communicator, which must outlive it.
class comm_world final : public world {
 public:
  explicit comm_world(comm::communicator& communicator) : communicator_(&communicator) {}
  [[nodiscard]] int rank() const override { return communicator_->rank(); }
  [[nodiscard]] int size() const override { return communicator_->size(); }
  void barrier() override { communicator_->barrier(); }
  void gather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    communicator_->all_gather(mine, all);
  }

 private:
  comm::communicator* communicator_;
};

}  // namespace dpscale
