// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/round.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "bench/plan/schedule.hpp"
#include "bench/turns/member.hpp"

namespace dpscale::bench {
namespace {

using nlohmann::json;
using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
  return std::chrono::duration<double>(clock::now() - start).count();
}

class round_run {
 public:
  round_run(const round_settings& settings, int number, std::filesystem::path records,
            signal_inbox& inbox)
      : settings_(settings), number_(number), records_(std::move(records)), inbox_(inbox) {}

  /// One after another, so that the figures of a start aren't those of several at once; in another
  /// order each round, so that none always follows the same other.
  void start(const std::vector<const cell*>& cells) {
    const block order = make_schedule(cells.size(), 1, settings_.seed).front();
    for (const std::size_t index : order) {
      if (inbox_.interrupted()) return;
      members_.push_back(std::make_unique<member>(
          *cells[index], launch_place{number_, number_}, settings_.launch,
          settings_.memory_limit_bytes, records_ / fmt::format("{}.json", index), inbox_));
      if (!members_.back()->get_ready()) finish(members_.back());
    }
  }

  void take_turns() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < members_.size(); ++i) order.push_back(i);
    for (std::size_t i = members_.size(); i > 0; --i) order.push_back(i - 1);
    const auto begin = clock::now();
    for (int pass = 0;
         pass < settings_.least_passes || seconds_since(begin) < settings_.budget_seconds; ++pass) {
      for (const std::size_t index : order) {
        if (inbox_.interrupted() || alive() == 0) return;
        turn(members_[index], pass);
      }
    }
  }

  void finish_all() {
    for (auto& each : members_)
      if (each) finish(each);
  }

  [[nodiscard]] bool interrupted() const { return interrupted_ || inbox_.interrupted(); }
  json launches = json::array(), turns = json::array();

 private:
  using held = std::unique_ptr<member>;

  [[nodiscard]] std::ptrdiff_t alive() const {
    return std::count_if(members_.begin(), members_.end(), [](const held& each) { return !!each; });
  }

  void turn(held& each, int pass) {
    if (!each) return;
    if (auto taken = each->take_turn(settings_.window_seconds, pass))
      turns.push_back(std::move(*taken));
    else
      finish(each);
  }

  void finish(held& each) {
    launch_result result = each->finish();
    interrupted_ = interrupted_ || result.interrupted;
    launches.push_back(std::move(result.line));
    each.reset();
  }

  const round_settings& settings_;
  int number_;
  std::filesystem::path records_;
  signal_inbox& inbox_;
  std::vector<held> members_;
  bool interrupted_ = false;
};

}  // namespace

round_result run_round(const std::string& id, int number, const std::vector<const cell*>& members,
                       const round_settings& settings, const std::filesystem::path& records,
                       signal_inbox& inbox) {
  const auto begin = clock::now();
  round_run run(settings, number, records, inbox);
  run.start(members);
  if (!run.interrupted()) run.take_turns();
  run.finish_all();
  return {{{"schema", "dpscale.round/1"},
           {"group", id},
           {"round", number},
           {"wall_seconds", seconds_since(begin)},
           {"launches", std::move(run.launches)},
           {"turns", std::move(run.turns)}},
          run.interrupted(),
          seconds_since(begin)};
}

}  // namespace dpscale::bench
