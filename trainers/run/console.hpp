// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trainers/run/context.hpp"
#include "trainers/run/result.hpp"

namespace dpscale {

// What a person at the terminal reads; all to stdout.

/// What is about to run: program, model, devices, data, batch.
void print_start(const run_setup& setup);
/// One epoch's loss, accuracy and speed.
void print_epoch(const epoch_result& epoch, std::uint64_t epochs);
/// How it ended, in a sentence.
void print_end(const run_setup& setup, const run_result& result);

}  // namespace dpscale
