// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "profiles/memory_ledger.hpp"
#include "profiles/phase.hpp"

namespace dpscale::profiles {
namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, phase_count> phases = {
    "input", "forward", "loss", "backward", "exchange", "wait", "optimizer", "other"};
constexpr std::array<std::string_view, memory_category_count> categories = {
    "parameters", "gradients", "optimizer", "activations", "dataset", "workspace", "communication"};

}  // namespace

std::string_view name(phase p) { return phases.at(static_cast<std::size_t>(p)); }

std::string_view name(memory_category category) {
  return categories.at(static_cast<std::size_t>(category));
}

}  // namespace dpscale::profiles
