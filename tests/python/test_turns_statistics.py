# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Ratios from rounds of turns: `dpscale summarize` on made journals against SciPy."""

import json
import math
import os
import pathlib
import random
import subprocess

import pytest
from scipy import stats
from synthetic_records import DPSCALE, ENVIRONMENT

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("DPSCALE_BIN", ROOT / "build" / "release" / "bin"))
PLAIN, TWO = "tf-mirrored/plain/n1/b64", "tf-mirrored/mirrored/n2/b64"

pytestmark = pytest.mark.skipif(not (BIN / "dpscale").exists(),
                                reason=f"no dpscale in {BIN}; set DPSCALE_BIN")


def launch(cell, number):
    return {"schema": "dpscale.record/1", "cell": cell, "launch": number, "block": number,
            "status": "ok", "reason": None, "trainer": {"name": "made up", "version": "1"},
            "config": {"options": {}, "global_batch": 64, "device_batch": 64},
            "summary": {"samples_per_second": {"value": 1e5, "low": 1e5, "high": 1e5},
                        "step_seconds": {"value": 64e-5, "low": 64e-5, "high": 64e-5}}}


def made_round(source, number, passes):
    """A round of two cells whose rates wander, with a core lost in some turns."""
    turns = []
    for index in range(passes):
        for cell in (PLAIN, TWO, TWO, PLAIN):
            samples = 64 * source.randint(40, 60)
            rate = (1.6e5 if cell == TWO else 1e5) * math.exp(source.gauss(0, 0.02))
            seconds = samples / rate
            waited = seconds * source.choice([0.0, 0.01, 0.04, 0.0499, 0.0, 0.0, 0.0501, 0.4])
            turns.append({"cell": cell, "pass": index, "seconds": seconds, "steps": samples // 64,
                          "samples": samples, "devices": 2 if cell == TWO else 1,
                          "disturbance": {"steal_seconds": 0.0, "involuntary_switches": 3,
                                          "run_queue_wait_seconds": waited,
                                          "throttled_periods": None}})
    return {"schema": "dpscale.round/1", "group": TWO, "round": number,
            "launches": [launch(PLAIN, number), launch(TWO, number)], "turns": turns}


def undisturbed(line):
    """The log ratios of a round's foursomes, and how many had a disturbed turn."""
    ratios, lost = [], 0
    for index in {turn["pass"] for turn in line["turns"]}:
        mine = [turn for turn in line["turns"] if turn["pass"] == index]
        if any(turn["disturbance"]["run_queue_wait_seconds"] > 0.05 * turn["seconds"]
               for turn in mine):
            lost += 1
            continue
        side = {cell: stats.gmean([turn["samples"] / turn["seconds"] for turn in mine
                                   if turn["cell"] == cell]) for cell in (PLAIN, TWO)}
        ratios.append(math.log(side[TWO] / side[PLAIN]))
    return ratios, lost


def expected(lines):
    """(log ratios by round, foursomes used, left out), by SciPy."""
    logs, used, left_out = [], 0, 0
    for line in lines:
        ratios, lost = undisturbed(line)
        left_out += lost
        if len(ratios) < 3:
            left_out += len(ratios)
            continue
        used += len(ratios)
        logs.append(stats.trim_mean(ratios, 0.25))
    return logs, used, left_out


def stored_cell(cell, devices):
    plain = cell == PLAIN
    return {"id": cell, "program": "train_single" if plain else "train_multi",
            "preset": "tf-mirrored", "model": None, "strategy": None if plain else "mirrored",
            "devices": devices, "global_batch": 64, "options": {},
            "role": "plain_baseline" if plain else "measured",
            "baselines": {"strong_plain": None if plain else PLAIN, "strong_self": None,
                          "weak_plain": None, "weak_self": None}}


def summarized(folder, lines):
    """The summary's cell of two devices, of a run whose journal has these lines."""
    folder.mkdir()
    run = {"schema": "dpscale.run/1", "run_id": "one", "state": "complete", "dpscale": DPSCALE,
           "started_at": "2026-01-31T12:00:00Z", "finished_at": "2026-01-31T12:01:00Z",
           "environment": ENVIRONMENT, "command": ["dpscale", "sweep"],
           "plan": {"launches": 3, "budget_seconds": 10.0}, "schedule": {"cores": 2},
           "cells": [stored_cell(PLAIN, 1), stored_cell(TWO, 2)]}
    (folder / "run.json").write_text(json.dumps(run), encoding="utf-8")
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "launches.jsonl").write_text(text, encoding="utf-8")
    done = subprocess.run([str(BIN / "dpscale"), "summarize", str(folder)], capture_output=True,
                          text=True, timeout=60, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return next(cell for cell in summary["cells"] if cell["id"] == TWO)


@pytest.mark.parametrize("rounds", [3, 5, 12, 31])
@pytest.mark.parametrize("passes", [10, 13, 24])
def test_a_ratio_of_rounds_is_scipys(tmp_path, rounds, passes):
    source = random.Random(100 * rounds + passes)
    lines = [made_round(source, number, passes) for number in range(rounds)]
    logs, used, left_out = expected(lines)
    found = summarized(tmp_path / "run", lines)["speed_up"]["plain"]
    assert left_out > 0 and len(logs) >= 2
    assert (found["method"], found["rounds"]) == ("turns", len(logs))
    assert (found["foursomes"], found["left_out"]) == (used, left_out)
    assert math.log(found["value"]) == pytest.approx(sum(logs) / len(logs), rel=1e-9)
    if len(logs) < 3:
        assert found["low"] is None
        return
    low, high = stats.t.interval(0.95, len(logs) - 1, loc=stats.tmean(logs), scale=stats.sem(logs))
    assert math.log(found["low"]) == pytest.approx(low, rel=1e-9)
    assert math.log(found["high"]) == pytest.approx(high, rel=1e-9)


def test_where_every_round_lost_its_cores_there_is_no_figure(tmp_path):
    lines = [made_round(random.Random(1), number, 4) for number in range(3)]
    for line in lines:
        for turn in line["turns"]:
            turn["disturbance"]["run_queue_wait_seconds"] = 0.5 * turn["seconds"]
    cell = summarized(tmp_path / "run", lines)
    found = cell["strong_efficiency"]["plain"]
    assert found["value"] is None and "12 of 12 foursomes were disturbed" in found["reason"]
    assert "disturbed" in cell["flags"]
