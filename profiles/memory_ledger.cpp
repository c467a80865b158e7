// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "profiles/memory_ledger.hpp"

#include <algorithm>
#include <cassert>

namespace dpscale::profiles {

void memory_ledger::counter::add(std::int64_t bytes) {
  total_.fetch_add(bytes);
  raise_peak(current_.fetch_add(bytes) + bytes);
}

void memory_ledger::counter::release(std::int64_t bytes) {
  [[maybe_unused]] const std::int64_t before = current_.fetch_sub(bytes);
  assert(before >= bytes);
}

void memory_ledger::counter::raise_peak(std::int64_t live) {
  std::int64_t peak = peak_.load();
  while (peak < live && !peak_.compare_exchange_weak(peak, live)) {
  }
}

void memory_ledger::counter::reset_peak() {
  peak_.store(current_.load());
  // An add between the two would have its peak overwritten.
  raise_peak(current_.load());
}

memory_usage memory_ledger::counter::usage() const {
  const std::int64_t total = total_.load(), live = current_.load();
  // An add in another thread may not have come to the peak and the total yet.
  return {live, std::max(live, peak_.load()), std::max(live, total)};
}

void memory_ledger::add(memory_category category, std::size_t bytes) {
  const auto signed_bytes = static_cast<std::int64_t>(bytes);
  categories_.at(static_cast<std::size_t>(category)).add(signed_bytes);
  all_.add(signed_bytes);
}

void memory_ledger::release(memory_category category, std::size_t bytes) {
  const auto signed_bytes = static_cast<std::int64_t>(bytes);
  categories_.at(static_cast<std::size_t>(category)).release(signed_bytes);
  all_.release(signed_bytes);
}

void memory_ledger::reset_peaks() {
  for (counter& category : categories_) category.reset_peak();
  all_.reset_peak();
}

memory_usage memory_ledger::usage(memory_category category) const {
  return categories_.at(static_cast<std::size_t>(category)).usage();
}

memory_usage memory_ledger::total() const { return all_.usage(); }

}  // namespace dpscale::profiles
