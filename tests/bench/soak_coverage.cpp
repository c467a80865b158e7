// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0

// How often the intervals of ratios from turns hold the truth, and how far a round's figure is off
// by which mean: the tables of bench/README.md. Seeded, so always the same.
// usage: soak_coverage [RUNS]
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include "bench/figures/turns/foursomes.hpp"
#include "tests/bench/support/simulated_turns.hpp"

namespace {

using namespace dpscale::bench;

const double truth = std::log(1.8);

struct found {
  double held = 0.0;   ///< share of the intervals that hold the truth
  double width = 0.0;  ///< their median, relative
  double given = 0.0;  ///< share of the runs that gave an interval
};

found intervals(const test::machine& on, int rounds, int runs) {
  int held = 0;
  std::vector<double> widths;
  for (int run = 0; run < runs; ++run) {
    test::simulated_sweep sweep(on, truth, static_cast<std::uint64_t>(1000 * run + rounds));
    const auto ratios = ratios_of_rounds(sweep.rounds(rounds), "x", "y");
    const auto interval = speed_up(*ratios).interval;
    if (!interval) continue;
    held += interval->low <= std::exp(truth) && std::exp(truth) <= interval->high;
    widths.push_back((interval->high - interval->low) / std::exp(truth));
  }
  const auto count = static_cast<double>(widths.size());
  return {held / count, median(widths), count / runs};
}

using center = std::function<double(std::span<const double>)>;

/// Root mean square error of a round's log ratio.
double error_of(const test::machine& on, const center& figure, int runs) {
  double squares = 0.0;
  int count = 0;
  for (int run = 0; run < runs; ++run) {
    test::simulated_sweep sweep(on, truth, static_cast<std::uint64_t>(run));
    const auto all = foursomes_in(sweep.next_round(), "x", "y").log_ratios;
    if (all.size() < least_foursomes) continue;
    squares += std::pow(figure(all) - truth, 2);
    ++count;
  }
  return std::sqrt(squares / count);
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void print_coverage(int runs) {
  fmt::print("{} runs: share of 95 % intervals that hold the truth (median width)\n\n", runs);
  fmt::print("| machine | 3 rounds | 5 rounds | 10 rounds |\n| --- | --- | --- | --- |\n");
  for (const test::machine& on : test::machines()) {
    fmt::print("| {} |", on.name);
    for (const int rounds : {3, 5, 10}) {
      const found here = intervals(on, rounds, runs);
      fmt::print(" {:.1f} % ({:.1f} %){} |", 100 * here.held, 100 * here.width,
                 here.given < 1.0 ? fmt::format(", {:.1f} % gave one", 100 * here.given) : "");
    }
    fmt::print("\n");
  }
}

void print_errors(int runs) {
  fmt::print("\nerror of a round's log ratio, root mean square, without the launches' own\n\n");
  fmt::print("| machine | mean | middle mean | median |\n| --- | --- | --- | --- |\n");
  for (test::machine on : test::machines()) {
    on.launch = 0.0;
    if (on.skewed || on.carried > 0.0) continue;
    fmt::print("| {} | {:.2f} % | {:.2f} % | {:.2f} % |\n", on.name, 100 * error_of(on, mean, runs),
               100 * error_of(on, middle_mean, runs), 100 * error_of(on, median, runs));
  }
}

}  // namespace

int main(int count, char** arguments) {
  int runs = 10000;
  const std::string_view asked = count > 1 ? arguments[1] : "10000";
  const auto [end, fault] = std::from_chars(asked.data(), asked.data() + asked.size(), runs);
  if (count > 2 || fault != std::errc{} || end != asked.data() + asked.size() || runs < 1) {
    fmt::print(stderr, "soak_coverage: usage: soak_coverage [RUNS], a number from 1 on\n");
    return 2;
  }
  print_coverage(runs);
  print_errors(runs);
  return 0;
}
