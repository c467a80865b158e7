// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "profiles/allocation_count.hpp"
#include "trainers/protocol/files/npy.hpp"
#include "trainers/run/console.hpp"
#include "trainers/run/context.hpp"
#include "trainers/run/judge.hpp"
#include "trainers/run/measure/turns.hpp"
#include "trainers/run/result.hpp"
#include "trainers/run/verify.hpp"

namespace dpscale {

/// One rank's whole run: initialise, verify if asked, train or measure, check. Written once over a
/// backend; collective over context.ranks.
template <typename Backend>
class rank_run final : public stepper {
 public:
  explicit rank_run(rank_context<Backend>& context)
      : c_(context),
        train_(context.setup.data.train, context.ledger),
        test_(context.setup.data.test, context.ledger),
        test_index_(shard_index(test_.count())),
        probe_index_(std::min<std::size_t>(512, train_.count())),
        trainer_(plan_of(context.setup, train_.count()), train_,
                 {std::max<std::size_t>(1, test_index_.size()), probe_index_.size()},
                 context.ranks.rank(), context.ranks.size(), context.stream, context.blas,
                 context.ledger, context.clock, context.make_strategy) {
    std::iota(probe_index_.begin(), probe_index_.end(), 0U);
    c_.setup.shape.from_file_order(c_.setup.initial, trainer_.parameters());
  }

  run_result run() {
    const config& s = c_.setup.settings;
    result_.subnormals_flushed = c_.subnormals_flushed;
    if (s.verify) verify();
    if (result_.code == protocol::exit_code::ok) {
      c_.ledger.reset_peaks();
      result_.probe_samples = probe_index_.size();
      result_.probe_loss_start = probe_loss();
      first_step();
      if (s.measure) {
        measure_steady_state();
      } else if (s.steps) {
        train_steps(*s.steps);
      } else {
        train_epochs(*s.epochs);
      }
      finish();
    }
    return std::move(result_);
  }

  std::uint64_t run(std::uint64_t steps) override {
    for (std::uint64_t i = 0; i < steps; ++i) run_one();
    return trainer_.take_tally().samples;
  }

  [[nodiscard]] std::span<float> parameters() { return trainer_.parameters(); }

 private:
  void doing(const char* activity) {
    c_.progress.activity.store(activity, std::memory_order_relaxed);
  }
  [[nodiscard]] bool first_rank() const { return c_.ranks.rank() == 0; }

  [[nodiscard]] std::vector<std::uint32_t> shard_index(std::size_t count) const {
    const data::range mine = data::shard_of(count, static_cast<std::uint64_t>(c_.ranks.rank()),
                                            static_cast<std::uint64_t>(c_.ranks.size()));
    std::vector<std::uint32_t> index(mine.size());
    std::iota(index.begin(), index.end(), static_cast<std::uint32_t>(mine.begin));
    return index;
  }

  void verify() {
    doing("verifying");
    result_.verified = verifier<Backend>(c_, train_).run();
    result_.verified->passed = c_.ranks.gather_all(int{result_.verified->passed}).front() != 0;
    if (!result_.verified->passed) fail("the gradient or the parameters differ from one device's");
  }

  /// The first step apart from all others: it is start-up, and its gradient may be asked for.
  void first_step() {
    const config& s = c_.setup.settings;
    if (s.steps && *s.steps == 0) return;
    doing("first step");
    result_.startup.first_step = profiles::timed([this] { trainer_.step(); });
    if (!s.save_gradients.empty() && first_rank()) {
      protocol::write_npy(s.save_gradients, c_.setup.shape.to_file_order(trainer_.gradients()));
    }
  }

  void measure_steady_state() {
    const config& s = c_.setup.settings;
    doing("measuring");
    trainer_.take_tally();
    const measure_settings how{s.warmup_seconds, s.window_seconds, s.interval_goal,
                               s.budget_seconds, s.min_windows};
    std::optional<turn_channel> channel;
    if (s.turns && first_rank()) channel.emplace(*s.turns);
    result_.measured = s.turns
                           ? measure_in_turns(how, channel ? &*channel : nullptr, c_.ranks, *this)
                           : measure(how, c_.ranks, *this);
    report_.samples =
        result_.measured->samples_per_rank.at(static_cast<std::size_t>(c_.ranks.rank()));
    profile_steps(result_.measured->windows.front().steps);
    result_.test_accuracy = test_accuracy();
  }

  void train_steps(std::uint64_t steps) {
    doing("training");
    result_.train_seconds = profiles::timed([&] {
      while (trainer_.steps() < steps) run_one();
    });
    report_.samples = trainer_.take_tally().samples;
    result_.test_accuracy = test_accuracy();
  }

  void train_epochs(std::uint64_t epochs) {
    const std::uint64_t per_epoch = steps_per_epoch(plan_of(c_.setup, train_.count()).batches);
    for (std::uint64_t e = 1; e <= epochs; ++e) {
      doing("training");
      const double seconds = profiles::timed([&] {
        while (trainer_.steps() < e * per_epoch) run_one();
      });
      const auto tally = trainer_.take_tally();
      report_.samples += tally.samples;
      const double loss = sum(tally.loss_sum) / sum(static_cast<double>(tally.samples));
      result_.epochs.push_back({e, loss, test_accuracy(), seconds});
      result_.train_seconds += seconds;
      if (first_rank() && !c_.setup.settings.quiet) print_epoch(result_.epochs.back(), epochs);
      if (!std::isfinite(loss)) return fail("the training loss is not finite");
    }
    if (!result_.epochs.empty()) result_.test_accuracy = result_.epochs.back().test_accuracy;
  }

  void run_one() {
    trainer_.step();
    c_.progress.step.store(trainer_.steps(), std::memory_order_relaxed);
  }

  /// Some more steps with the phase clock on, apart from the timed ones: stamps cost time.
  void profile_steps(std::uint64_t window_steps) {
    doing("profiling phases");
    constexpr std::uint64_t windows = 5;
    const std::uint64_t steps = std::max<std::uint64_t>(3, windows * window_steps);
    c_.ranks.barrier();
    const std::uint64_t allocations = profiles::allocations_of_this_thread();
    const exchange_count start = c_.exchanges();
    c_.clock.reset();
    c_.clock.start();
    run(steps);
    c_.clock.stop();
    const exchange_count end = c_.exchanges();
    report_.allocations_per_step =
        (profiles::allocations_of_this_thread() - allocations + steps - 1) / steps;
    report_.collective_calls = (end.calls - start.calls) / steps;
    report_.collective_bytes = (end.bytes - start.bytes) / steps;
    for (std::size_t p = 0; p < profiles::phase_count; ++p) {
      report_.phase_seconds[p] =
          c_.clock.seconds(static_cast<profiles::phase>(p)) / static_cast<double>(steps);
    }
    result_.phase_steps = steps;
  }

  double sum(double mine) {
    const std::vector<double> all = c_.ranks.gather_all(mine);
    return std::accumulate(all.begin(), all.end(), 0.0);
  }

  double test_accuracy() {
    doing("evaluating");
    const auto result = trainer_.evaluate(test_, test_index_);
    return sum(static_cast<double>(result.correct)) / static_cast<double>(test_.count());
  }

  double probe_loss() {
    return trainer_.evaluate(train_, probe_index_).loss_sum /
           static_cast<double>(probe_index_.size());
  }

  void fail(const char* reason) {
    result_.code = protocol::exit_code::wrong_result;
    result_.reason = reason;
  }

  void finish() {
    doing("checking");
    result_.steps = trainer_.steps();
    result_.probe_loss_end = probe_loss();
    report_.core = c_.core;
    report_.parameters_checksum = checksum(trainer_.parameters());
    if (trainer_.steps() > 0) hash_last_batch();
    for (std::size_t i = 0; i < profiles::memory_category_count; ++i) {
      report_.memory[i] = c_.ledger.usage(static_cast<profiles::memory_category>(i));
    }
    report_.memory_total = c_.ledger.total();
    result_.ranks = c_.ranks.gather_all(report_);
    if (result_.code == protocol::exit_code::ok) judge(result_);
  }

  /// This rank's part of the last batch's order, and the whole batch's worked out anew, alone.
  void hash_last_batch() {
    const local_batch& last = trainer_.last_batch();
    report_.order_hash = data::hash_order(last.positions, last.index);
    batch_stream whole(plan_of(c_.setup, train_.count()).batches, 0, 1);
    whole.skip_to(trainer_.steps() - 1);
    const local_batch all = whole.next();
    report_.whole_order_hash = data::hash_order(all.positions, all.index);
  }

  rank_context<Backend>& c_;
  resident_data<Backend> train_, test_;
  std::vector<std::uint32_t> test_index_, probe_index_;
  trainer<Backend> trainer_;
  run_result result_;
  rank_report report_;
};

}  // namespace dpscale
