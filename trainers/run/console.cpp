// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/run/console.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "trainers/protocol/printable.hpp"

namespace dpscale {

namespace {

std::string devices(const config& c) {
  return fmt::format("{} CPU {}", c.devices, c.devices == 1 ? "device" : "devices");
}

void print(const std::string& line) {
  fmt::print("{}\n", protocol::printable(line));
  std::fflush(stdout);
}

}  // namespace

void print_start(const run_setup& setup) {
  const config& c = setup.settings;
  const auto source = c.source.find("data");
  if (source != c.source.end() && source->second == "default") {
    const bool made_up = setup.data.train.name == "synthetic";
    print(made_up ? "no --data given and no Fashion-MNIST installed: synthetic samples"
                  : "no --data given: the system's Fashion-MNIST");
  }
  print(fmt::format(
      "{}: model {} ({} parameters), {}{}, global batch {}, data {} ({} training and {} test "
      "samples, {} classes)",
      c.program, fmt::join(c.model, "-"), setup.shape.parameter_count(), devices(c),
      c.program == "train_multi" ? ", strategy " + c.strategy : "", c.global_batch,
      setup.data.train.name, setup.data.train.count, setup.data.test.count,
      setup.data.train.classes));
}

void print_epoch(const epoch_result& e, std::uint64_t epochs) {
  print(fmt::format("epoch {}/{}: loss {:.4f}, test accuracy {:.2f} %, {:.2f} s", e.epoch, epochs,
                    e.train_loss, 100 * e.test_accuracy, e.seconds));
}

void print_end(const run_setup& setup, const run_result& r) {
  const config& c = setup.settings;
  if (r.code != protocol::exit_code::ok) {
    print(fmt::format("wrong result: {}", r.reason));
  } else if (r.measured) {
    const window_figure rate = samples_per_second(r.measured->windows);
    const window_figure step = step_seconds(r.measured->windows);
    print(
        fmt::format("measured {:.0f} samples/s ({:.0f} to {:.0f}), {:.1f} us a step at global "
                    "batch {}, on {}: {} windows after {} steps of warm-up",
                    rate.value, rate.low, rate.high, 1e6 * step.value, c.global_batch, devices(c),
                    r.measured->windows.size(), r.measured->warmup_steps));
  } else if (r.test_accuracy) {
    print(fmt::format("trained {} steps in {:.2f} s on {}: test accuracy {:.2f} %", r.steps,
                      r.train_seconds, devices(c), 100 * *r.test_accuracy));
  }
}

}  // namespace dpscale
