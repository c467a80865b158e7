# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Builds small runs of the stored form, with figures from a formula, for the report's tests.

The numbers are made here from a model of a step (overhead + samples + exchange) and a fixed spread
between launches, so that a test knows what the report must say without asking the report."""

import dataclasses
import json
import math
import zlib

from synthetic_records import DPSCALE, ENVIRONMENT, absent, record

MODELS = {"tf-mirrored": "784-64-10", "torch-simplenet": "784-256-128-10"}
STUDENT_T = {3: 4.3027, 4: 3.1824, 5: 2.7764}  # two-sided 95 %, by launches
@dataclasses.dataclass
class Trial:
    """One cell: its configuration, the time its step takes, and what became of it."""

    preset: str
    strategy: str | None
    devices: int
    batch: int
    options: dict
    step: float = 0.0
    spread: float = 0.004
    status: str = "ok"
    reason: str | None = None
    launched: bool = True

    @property
    def id(self):
        text = f"{self.preset}/{self.strategy or 'plain'}/n{self.devices}/b{self.batch}"
        return text + "".join(f"/{k}={v}" for k, v in sorted(self.options.items()))

    @property
    def share(self):
        return self.batch // self.devices if self.batch % self.devices == 0 else None

    @property
    def role(self):
        if self.strategy is None:
            return "plain_baseline"
        return "self_baseline" if self.devices == 1 else "measured"

    def speeds(self, launches):
        """Samples a second of each launch, in an order of its own, so that ratios spread too."""
        middle, turn = (launches - 1) / 2, zlib.crc32(self.id.encode())
        places = [(3 * i + turn) % launches - middle for i in range(launches)]
        return [self.batch / (self.step * math.exp(self.spread * place)) for place in places]


class SyntheticRun:
    """A run's three files; change `trials` before `write`."""

    def __init__(self, presets=("tf-mirrored", "torch-simplenet"), devices=(1, 2), cores=2, launches=5,
                 batches=(64, 1024, 8192), strategies=("mirrored",), options=None, exchange=60e-6):
        self.launches, self.cores, self.exchange = launches, cores, exchange
        self.command = ["dpscale", "sweep", "--preset", ",".join(presets), "--output", "runs/one"]
        self.state, self.trials = "complete", {}
        for preset in presets:
            for strategy in strategies:
                for count in devices:
                    for batch in batches:
                        self._add(preset, strategy, count, batch, dict(options or {}))

    def _add(self, preset, strategy, count, batch, options):
        trial = Trial(preset, strategy, count, batch, options)
        wanted = [trial]
        for size in {batch, trial.share} - {None}:
            wanted += [Trial(preset, None, 1, size, {}), Trial(preset, strategy, 1, size, options)]
        for item in wanted:
            item.step = self._step(item)
            self.trials.setdefault(item.id, item)

    def _step(self, trial):
        per_sample = 1.1e-6 if trial.preset == "tf-mirrored" else 6.2e-6
        step = 18e-6 + per_sample * math.ceil(trial.batch / trial.devices)
        if trial.strategy is not None:
            step += 1e-6 + self.exchange * math.log2(trial.devices)
        return step

    def fail(self, cell, status="crashed", reason="ended by SIGKILL"):
        self.trials[cell].status, self.trials[cell].reason = status, reason

    def fail_all(self):
        for cell in self.trials:
            self.fail(cell)

    def ordered(self):
        return sorted(self.trials.values(), key=lambda t: (
            t.preset, t.strategy is not None, t.strategy or "", sorted(t.options.items()), t.devices, t.batch))

    def baseline(self, trial, kind, batch):
        if batch is None or (kind == "self" and trial.devices == 1) or trial.role == "plain_baseline":
            return None
        strategy, options = (None, {}) if kind == "plain" else (trial.strategy, trial.options)
        return Trial(trial.preset, strategy, 1, batch, options).id

    def estimate(self, values):
        logs = [math.log(v) for v in values]
        mean = sum(logs) / len(logs)
        if len(logs) < 3:
            return {"value": math.exp(mean), "low": None, "high": None,
                    "reason": f"n = {len(logs)}, no inference"}
        spread = math.sqrt(sum((v - mean) ** 2 for v in logs) / (len(logs) - 1))
        half = STUDENT_T[len(logs)] * spread / math.sqrt(len(logs))
        return {"value": math.exp(mean), "low": math.exp(mean - half), "high": math.exp(mean + half)}

    def ratio(self, trial, baseline, scale):
        if trial.status != "ok":
            return absent(f"the cell is {trial.status}")
        if baseline is None:
            return absent("the cell is the plain baseline")
        other = self.trials[baseline]
        if other.status != "ok":
            return absent(f"its baseline {baseline} is {other.status}")
        pairs = zip(trial.speeds(self.launches), other.speeds(self.launches), strict=True)
        figure = self.estimate([a / b / scale for a, b in pairs])
        if scale > 1 and figure["low"] is not None and figure["high"] - figure["low"] > 0.1:
            low, high = math.floor(100 * figure["low"]), math.ceil(100 * figure["high"])
            figure.update(value=None, reason=f"{low} to {high} %: too wide for one figure; about 40"
                                             " launches would do")
        return figure

    def both(self, trial, batch, scale=1):
        if batch is None:
            reason = f"{trial.devices} devices do not divide batch {trial.batch} evenly"
            return {"plain": absent(reason), "self": absent(reason)}
        return {kind: self.ratio(trial, self.baseline(trial, kind, batch), scale)
                for kind in ("plain", "self")}

    def phases(self, trial):
        exchange = 0.0 if trial.devices == 1 else self.exchange * math.log2(trial.devices)
        rest = trial.step - exchange
        shares = {"input": 0.06, "forward": 0.3, "loss": 0.04, "backward": 0.42, "wait": 0.03,
                  "optimizer": 0.1, "other": 0.05}
        return {**{k: v * rest for k, v in shares.items()}, "exchange": exchange}

    def peaks(self, trial):
        width = 50890 if trial.preset == "tf-mirrored" else 235146
        share = math.ceil(trial.batch / trial.devices)
        return {"parameters": 4 * width, "gradients": 4 * width, "optimizer": 8 * width,
                "activations": 4 * 148 * share, "workspace": 4096, "dataset": 47040000,
                "communication": 0 if trial.devices == 1 else 4 * width}

    def argv(self, trial):
        program = "train_single" if trial.strategy is None else "train_multi"
        return [program, "--preset", trial.preset, "--devices", str(trial.devices),
                "--global-batch", str(trial.batch), "--measure"]

    def key(self, trial):
        return {"program": self.argv(trial)[0], "preset": trial.preset,
                "model": MODELS.get(trial.preset), "strategy": trial.strategy,
                "devices": trial.devices, "threads_per_device": 1, "global_batch": trial.batch,
                "device_batch": trial.share, "options": trial.options}

    def cell(self, trial):
        ok = trial.status == "ok"
        gone = absent(f"the cell is {trial.status}")
        speeds = trial.speeds(self.launches)
        peaks = self.peaks(trial)
        total = sum(peaks.values()) - 4096
        flags = ["oversubscribed"] if trial.devices > self.cores else []
        failed = [] if ok or not trial.launched else [
            {"launch": 0, "status": trial.status, "reason": trial.reason}]
        return {
            "id": trial.id, "key": self.key(trial), "role": trial.role, "status": trial.status,
            "reason": trial.reason,
            "launches": {"planned": self.launches, "ok": self.launches if ok else 0},
            "samples_per_second": self.estimate(speeds) if ok else gone,
            "step_seconds": self.estimate([trial.batch / s for s in speeds]) if ok else gone,
            "phases": {f"{k}_seconds": v for k, v in self.phases(trial).items()} if ok else gone,
            "memory": {"devices": [{"device": i, "peak_bytes": dict(peaks), "total_peak_bytes": total}
                                   for i in range(trial.devices)],
                       "host_rss_bytes": 90 << 20} if ok else gone,
            "speed_up": self.both(trial, trial.batch),
            "strong_efficiency": self.both(trial, trial.batch, trial.devices),
            "weak_efficiency": self.both(trial, trial.share, trial.devices),
            "loss_attribution": absent("this version does not split the loss into parts"),
            "startup_seconds": {"process": 0.01} if ok else gone, "flags": flags,
            "command": self.argv(trial) if trial.launched else None, "failed_launches": failed,
        }

    def crossovers(self, cells):
        lines = {}
        for cell in cells:
            key = cell["key"]
            if key["devices"] > 1:
                name = (key["preset"], key["strategy"], str(key["options"]), key["devices"])
                lines.setdefault(name, []).append(cell)
        return [self.crossover(line) for line in lines.values()]

    @staticmethod
    def crossover(line):
        smallest, any_figure, crowded = None, False, False
        for cell in sorted(line, key=lambda c: c["key"]["global_batch"]):
            figure = cell["speed_up"]["plain"]
            crowded = crowded or "oversubscribed" in cell["flags"]
            if figure["value"] is None or "oversubscribed" in cell["flags"]:
                continue
            any_figure = True
            low = figure["value"] if figure["low"] is None else figure["low"]
            smallest = (smallest or cell["key"]["global_batch"]) if low > 1 else None
        reason = None
        if not any_figure:
            reason = "every cell is oversubscribed" if crowded else "no cell of this line has a figure"
        elif smallest is None:
            reason = "not reached: one device is at least as fast at the largest batch measured"
        key = line[0]["key"]
        return {**{k: key[k] for k in ("preset", "model", "strategy", "devices", "options")},
                "smallest_global_batch": smallest, "reason": reason}

    def documents(self):
        """(run, summary, records)."""
        trials = self.ordered()
        cells = [self.cell(t) for t in trials]
        plan = {"launches": self.launches, "budget_seconds": 120.0}
        run_id = "2026-01-02T03:04:05Z-0a1b2c"
        run = {
            "schema": "dpscale.run/1", "run_id": run_id, "started_at": "2026-01-02T03:04:05Z",
            "finished_at": "2026-01-02T03:06:05Z", "state": self.state, "dpscale": DPSCALE,
            "environment": ENVIRONMENT, "command": self.command, "plan": plan,
            "cells": [{"id": t.id, "baselines": {
                f"{name}_{kind}": self.baseline(t, kind, batch)
                for name, batch in (("strong", t.batch), ("weak", t.share))
                for kind in ("plain", "self")}} for t in trials],
            "schedule": {"seed": 0, "cores": self.cores},
        }
        summary = {
            "schema": "dpscale.summary/1", "run_id": run_id, "created_at": run["started_at"],
            "dpscale": DPSCALE, "environment": ENVIRONMENT,
            "plan": {**plan, "command": self.command}, "cells": cells,
            "crossovers": self.crossovers(cells),
        }
        records = [
            record(self, t, launch) for launch in range(self.launches) for t in trials
            if t.launched and (t.status == "ok" or launch == 0)
        ]
        return run, summary, records

    def write(self, folder, change=None):
        """Writes the three files; `change(run, summary, records)` may alter them before."""
        documents = self.documents()
        if change is not None:
            change(*documents)
        run, summary, records = documents
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "run.json").write_text(json.dumps(run, indent=1), encoding="utf-8")
        (folder / "summary.json").write_text(json.dumps(summary, indent=1), encoding="utf-8")
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (folder / "launches.jsonl").write_text(lines, encoding="utf-8")
        return folder
