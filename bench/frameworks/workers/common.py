# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""What all workers share: command line, data, sample order, and how a launch is measured.

A worker is one launch of one framework: it trains the model of the command line on real data, warms
up, measures windows and prints one JSON line. It hands `main` a function that makes a trainer:

    run(batch, steps)         trains for `steps` steps of `batch` samples and waits for their end
    probe_loss()              mean loss on a fixed batch, as a float
    round_steps(batch, n)     the least number of steps >= n that `run` can take
    describe()                what the result should name: versions, options
"""

import argparse
import gzip
import json
import math
import pathlib
import sys
import time

import numpy as np

PROBE_SAMPLES = 2048
NAMES = ("train-images-idx3-ubyte", "train-labels-idx1-ubyte")


def parse(description, extend=None, arguments=None):
    """The options every worker has, and those that `extend(parser)` adds."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--layers", required=True, help="layer widths, 784-64-10")
    parser.add_argument("--batch", type=int, required=True, help="global batch, samples")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of IDX files")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--epsilon", type=float, default=1e-8)
    parser.add_argument("--epsilon-mode", choices=("torch", "keras"), default="torch")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--settle-batch", type=int, help="batch of the first warm-up steps")
    parser.add_argument("--warmup-steps", type=int, default=2000)
    parser.add_argument("--warmup-seconds", type=float, default=30.0, help="most time for them")
    parser.add_argument("--windows", type=int, default=7)
    parser.add_argument("--window-seconds", type=float, default=0.5)
    if extend:
        extend(parser)
    options = parser.parse_args(arguments)
    options.layers = [int(width) for width in options.layers.split("-")]
    options.settle_batch = min(options.settle_batch or options.batch, options.batch)
    return options


def read_idx(path):
    """The bytes of one IDX file of unsigned bytes as an array; gzip by content."""
    raw = path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    if raw[:3] != b"\0\0\x08":
        raise SystemExit(f"{path}: not an IDX file of unsigned bytes")
    rank = raw[3]
    shape = np.frombuffer(raw, ">u4", rank, 4).astype(int)
    return np.frombuffer(raw, np.uint8, int(shape.prod()), 4 + 4 * rank).reshape(shape)


def load(folder):
    """(images as uint8 [samples][pixels], labels as uint8 [samples]) of the training set."""
    arrays = []
    for name in NAMES:
        found = [path for path in (folder / name, folder / f"{name}.gz") if path.is_file()]
        if not found:
            raise SystemExit(f"{folder}: neither {name} nor {name}.gz; give a folder with --data")
        arrays.append(read_idx(found[0]))
    images, labels = arrays
    return images.reshape(len(images), -1), labels


class Order:
    """A new order of the samples each epoch, in batches; what is left of an epoch is dropped."""

    def __init__(self, samples, seed):
        self._samples = samples
        self._random = np.random.default_rng(seed)
        self._epoch, self._batch, self._next = None, 0, 0

    def batches(self, batch, steps):
        """Yields `steps` arrays of `batch` indices and goes on where the last call stopped."""
        if batch != self._batch:
            self._epoch, self._batch = None, batch
        for _ in range(steps):
            if self._epoch is None or self._next + batch > self._samples:
                self._epoch, self._next = self._random.permutation(self._samples), 0
            yield self._epoch[self._next:self._next + batch]
            self._next += batch

    def block(self, batch, steps):
        """The next `steps` batches as one int32 array [steps][batch]."""
        return np.stack(list(self.batches(batch, steps))).astype(np.int32)


def warm_up(trainer, options):
    """Trains until the state is that of a long run; returns the figures and a step's seconds.

    First `warmup_steps` at the settle batch: the moments of weights whose gradient stays zero decay
    once a step, whatever its batch, and it takes some 800 steps until they are subnormal. Then a
    second at the measured batch.
    """
    start, steps = time.perf_counter(), 0
    small, large = options.settle_batch, options.batch
    while steps < options.warmup_steps and time.perf_counter() - start < options.warmup_seconds:
        count = trainer.round_steps(small, min(100, options.warmup_steps - steps))
        trainer.run(small, count)
        steps += count
    trainer.run(large, trainer.round_steps(large, 2))
    measured, begin = trainer.round_steps(large, 2), time.perf_counter()
    trainer.run(large, measured)
    while time.perf_counter() - begin < 2 * options.window_seconds:
        count = trainer.round_steps(large, measured)
        trainer.run(large, count)
        measured += count
    step = (time.perf_counter() - begin) / measured
    total = steps + trainer.round_steps(large, 2) + measured
    return {"steps": total, "seconds": time.perf_counter() - start}, step


def measure(trainer, options):
    """One launch: its windows, and the loss before and after, which has to have fallen."""
    before = trainer.probe_loss()
    warm, step = warm_up(trainer, options)
    windows = []
    count = trainer.round_steps(options.batch, max(1, round(options.window_seconds / step)))
    for _ in range(options.windows):
        start = time.perf_counter()
        trainer.run(options.batch, count)
        windows.append({"seconds": time.perf_counter() - start, "steps": count})
    return {"status": "ok", "reason": None, "warmup": warm, "windows": windows,
            "loss": {"first": before, "last": trainer.probe_loss()}, **trainer.describe()}


def judge(result):
    """The result, failed where the training was none."""
    first, last = result["loss"]["first"], result["loss"]["last"]
    fault = None
    if not (math.isfinite(first) and math.isfinite(last)):
        fault, result["loss"] = "the loss is not finite", None
    elif not 1.5 < first < 4:
        fault = f"the first loss is {first:.3f}; untrained, ten classes give about 2.3"
    elif last > 0.7 * first:
        fault = f"the loss has not fallen: {first:.3f} to {last:.3f}"
    if fault:
        result.update(status="wrong_result", reason=fault)
    return result


def main(make, options):
    """Measures the trainer that `make(options, images, labels)` returns; prints the JSON line."""
    trainer = make(options, *load(options.data))
    result = judge(measure(trainer, options))
    print(json.dumps(result, allow_nan=False), flush=True)
    return 0 if result["status"] == "ok" else 3


if __name__ == "__main__":
    sys.exit("common.py is no worker; run one of its neighbours")
