// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "trainers/config/table.hpp"

namespace dpscale {

// The parts of option_table.

/// The options under one heading of --help.
class section {
 public:
  section(std::vector<option_spec>& table, std::string group)
      : table_(&table), group_(std::move(group)) {}
  void add(option_spec spec) {
    spec.group = group_;
    table_->push_back(std::move(spec));
  }

 private:
  std::vector<option_spec>* table_;
  std::string group_;
};

// What excludes each other, as option_spec::one_of has it.
inline constexpr const char *batch_size = "batch size", *run_length = "run's length",
                            *initial_values = "initial values";

/// What is trained on, the optimizer, and how long.
void add_task(section to);
void add_optimizer(section to);
void add_length(section to);

}  // namespace dpscale
