# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""One launch of a row: the command, the child process, and what came out, in one form for all."""

import json
import math
import os
import pathlib
import sys
import tempfile

from comparison import cases, child, statistics

WORKERS = pathlib.Path(__file__).resolve().parent.parent / "workers"
# Passed on to the children; the rest of the caller's environment could change what is measured.
KEPT = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH", "TMPDIR")

# glibc keeps freed memory: with its defaults JAX returns and faults in again up to 55 MB a step at
# batch 8192, a fifth of the step.
ALLOCATOR = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": str(4 << 30),
             "MALLOC_TRIM_THRESHOLD_": str(64 << 30), "MALLOC_TOP_PAD_": str(64 << 20)}


def environment(cores):
    """The children's environment: as many threads as cores, no GPU, memory kept when freed."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, **ALLOCATOR, "OMP_NUM_THREADS": str(cores), "MKL_NUM_THREADS": str(cores),
            "CUDA_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cpu", "PYTHONDONTWRITEBYTECODE": "1"}


class Launcher:
    """Runs launches with `options` (of the command line); calling it gives a result.

    A result is {status, reason, step_seconds, windows, warmup, ...}; step_seconds is None unless
    the status is ok. Nothing but Ctrl-C is raised.
    """

    def __init__(self, options):
        self.options = options
        self._step_seconds = {}  # of dpscale, by case: tells how long its warm-up has to be

    def __call__(self, launch):
        row, case = cases.ROWS[launch.row], launch.case
        pinned = ["taskset", "-c", ",".join(map(str, self.options.cores[:case.cores]))]
        try:
            if row.worker:
                return self._worker(pinned, row, case, launch.block)
            return self._dpscale(pinned, case, launch.block)
        except TimeoutError as error:
            return failed("timeout", str(error))
        except (OSError, ValueError, KeyError, TypeError) as error:
            return failed("crashed", f"{type(error).__name__}: {error}")

    def worker_command(self, row, case, block):
        o, model = self.options, case.model
        return [sys.executable, str(WORKERS / row.worker), "--layers", model.layers,
                "--batch", str(case.batch), "--data", str(o.data),
                "--epsilon", str(model.epsilon), "--epsilon-mode", model.epsilon_mode,
                "--threads", str(case.cores), "--seed", str(o.seed + block),
                "--settle-batch", str(model.seed_batch), "--warmup-steps", str(o.warmup_steps),
                "--warmup-seconds", str(o.warmup_seconds), "--windows", str(o.windows),
                "--window-seconds", str(o.window_seconds), *row.arguments]

    def _worker(self, pinned, row, case, block):
        code, out, err = child.run(pinned + self.worker_command(row, case, block),
                                   environment(case.cores), self.options.deadline)
        lines = out.strip().splitlines()
        if code and not (code == 3 and lines):
            return failed("crashed", child.why(code, err))
        if not lines:
            return failed("crashed", "it ended well but printed no result")
        return finished(json.loads(lines[-1]))

    def dpscale_command(self, case, block, record, warmup, budget):
        o = self.options
        program = ["train_single"] if case.cores == 1 else [
            "train_multi", "--devices", str(case.cores), "--launcher", "threads"]
        return [str(o.bin / program[0]), *program[1:], "--preset", case.model.preset,
                "--global-batch", str(case.batch), "--tail", "drop", "--data", str(o.data),
                "--seed", str(o.seed + block), "--measure", "--warmup-seconds", f"{warmup:.3f}",
                "--window-seconds", str(o.window_seconds), "--min-windows", str(o.windows),
                "--interval-goal", "1e-9", "--budget-seconds", f"{budget:.3f}", "--quiet",
                "--record", str(record)]

    def _record(self, pinned, case, block, warmup, budget):
        """The record of one trainer launch, or a failed result."""
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder) / "record.json"
            command = self.dpscale_command(case, block, record, warmup, budget)
            code, _, err = child.run(pinned + command, environment(case.cores),
                                     self.options.deadline)
            if code:
                return failed("crashed", child.why(code, err))
            return json.loads(record.read_text())

    def _dpscale(self, pinned, case, block):
        o = self.options
        if case.name not in self._step_seconds:  # a pilot, to know what warm-up the steps need
            pilot = self._record(pinned, case, block, 0.3, 2 * o.window_seconds)
            if pilot["status"] != "ok":
                return failed(pilot["status"], pilot["reason"])
            self._step_seconds[case.name] = pilot["summary"]["step_seconds"]["value"]
        needed = 1.1 * o.warmup_steps * self._step_seconds[case.name]
        record = self._record(pinned, case, block, min(o.warmup_seconds, max(0.3, needed)),
                              o.windows * o.window_seconds)
        if record["status"] != "ok":
            return failed(record["status"], record["reason"])
        return from_record(record)


def from_record(record):
    """A trainer's record in the workers' form."""
    trainer, probe = record["trainer"], record["training"]["probe_loss"]
    return finished({
        "status": "ok", "reason": None, "windows": record["samples"]["windows"],
        "warmup": {"steps": record["summary"]["steps_before_first_window"]},
        "loss": {"first": probe["start"], "last": probe["end"]},
        "versions": {"dpscale": trainer["version"], "commit": trainer["commit"]},
        "instruction_set": trainer["instruction_set"], "gemm": trainer["gemm"],
        "flush_subnormals": trainer["flush_subnormals"]})


def failed(status, reason):
    return {"status": status, "reason": reason, "step_seconds": None}


def finished(result):
    """A worker's result with its figure; failed where it has none."""
    if result["status"] != "ok":
        return {**result, "step_seconds": None}
    figure = statistics.median_step(result["windows"])
    if not (math.isfinite(figure) and figure > 0):
        return failed("wrong_result", f"a step of {figure} s")
    return {**result, "step_seconds": figure}
