#!/usr/bin/env python3
# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""A trainer by somebody who has read "Your own trainer" in trainers/README.md and nothing else.

It fits one linear neuron to the sum of its inputs, by threads that take turns: no fast one, but what
it says of itself is true.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import signal
import sys
import time

NAME = pathlib.Path(sys.argv[0]).name
CORE = {"devices": int, "global-batch": int, "model": str, "data": str, "seed": int,
        "deadline": float, "record": str, "warmup-seconds": float, "window-seconds": float,
        "min-windows": int, "interval-goal": float, "budget-seconds": float}
DEFAULTS = {"devices": 1, "global-batch": 64, "model": "4-1", "data": "synthetic", "seed": 0,
            "warmup-seconds": 0.01, "window-seconds": 0.002, "min-windows": 5,
            "interval-goal": 0.01, "budget-seconds": 1.0}


def parse():
    parser = argparse.ArgumentParser(prog=NAME, allow_abbrev=False)
    parser.add_argument("--describe", action="store_true")
    parser.add_argument("--measure", action="store_true")
    for name, kind in CORE.items():
        parser.add_argument(f"--{name}", type=kind, default=DEFAULTS.get(name))
    return parser.parse_args()


def end(options, code, status, reason, **sections):
    record = {"schema": "dpscale.record/1", "status": status, "reason": reason,
              "trainer": {"name": NAME, "version": "1"}, **sections}
    if options.record:
        pathlib.Path(options.record).write_text(json.dumps(record), encoding="utf-8")
    if reason:
        print(f"{NAME}: {reason}", file=sys.stderr)
    os._exit(code)


def train(options, inputs):
    """Yields after each step of synchronous training: shards, their mean gradient, one update."""
    draw, weights, rate = random.Random(options.seed), [0.0] * inputs, 0.01
    batch, devices = options.global_batch, options.devices
    samples = [[draw.uniform(-1, 1) for _ in range(inputs)] for _ in range(batch)]
    shards = [samples[batch * i // devices:batch * (i + 1) // devices] for i in range(devices)]

    def gradient(shard):
        total = [0.0] * inputs
        for x in shard:
            fault = sum(w * v for w, v in zip(weights, x)) - sum(x)
            total = [t + fault * v for t, v in zip(total, x)]
        return total

    with concurrent.futures.ThreadPoolExecutor(devices) as team:
        while True:
            sums = list(team.map(gradient, shards))
            weights = [w - rate * sum(g) / batch for w, *g in zip(weights, *sums)]
            yield


def windows(options, inputs):
    """Seconds per step of each window, until they agree or the budget is spent."""
    step, start, found = train(options, inputs), time.perf_counter(), []
    while time.perf_counter() - start < options.warmup_seconds:
        next(step)
    start = time.perf_counter()
    while len(found) < options.min_windows or (
            time.perf_counter() - start < options.budget_seconds
            and max(found) - min(found) > options.interval_goal * min(found)):
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < options.window_seconds:
            next(step)
            steps += 1
        found.append((time.perf_counter() - begin) / steps)
    return sorted(found)


def main():
    options = parse()
    if options.describe:
        print(json.dumps({"name": NAME, "version": "1", "options": [*CORE, "measure"]}))
        return
    signal.signal(signal.SIGALRM, lambda *_: end(options, 124, "timeout", "the deadline passed"))
    signal.setitimer(signal.ITIMER_REAL, options.deadline or 0)
    widths = options.model.split("-")
    if len(widths) != 2 or widths[1] != "1" or not options.data.startswith("synthetic"):
        end(options, 6, "unsupported", "only --model N-1 and --data synthetic, sorry")
    if not options.measure:
        end(options, 6, "unsupported", "only with --measure, sorry")
    found = windows(options, int(widths[0]))
    low, middle, high = found[0], found[len(found) // 2], found[-1]
    batch, uneven = options.global_batch, options.global_batch % options.devices
    share = {"value": None, "reason": "uneven"} if uneven else batch // options.devices
    end(options, 0, "ok", None,
        config={"options": {}, "global_batch": batch, "device_batch": share},
        summary={
            "samples_per_second": {"value": batch / middle, "low": batch / high, "high": batch / low},
            "step_seconds": {"value": middle, "low": low, "high": high}})


if __name__ == "__main__":
    main()
