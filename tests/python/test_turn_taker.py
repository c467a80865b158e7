# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""A trainer of forty lines of Python takes turns in a sweep."""

import json
import os
import pathlib
import subprocess
import sys

import kill_and_resume
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("DPSCALE_BIN", ROOT / "build" / "release" / "bin"))
SOURCE = ROOT / "tests/python/turn_taker.py"

pytestmark = pytest.mark.skipif(not (BIN / "dpscale").exists(),
                                reason=f"no dpscale in {BIN}; set DPSCALE_BIN")


def test_it_is_forty_lines():
    assert len(SOURCE.read_text(encoding="utf-8").splitlines()) <= 40


def test_its_cells_take_turns(tmp_path):
    for name in ("train_single", "train_multi"):
        program = tmp_path / name
        program.write_text(f"#!{sys.executable}\n" + SOURCE.read_text(encoding="utf-8"),
                           encoding="utf-8")
        program.chmod(0o755)
    run = tmp_path / "run"
    done = subprocess.run(
        [BIN / "dpscale", "sweep", "--trainers", tmp_path, "--output", run, "--model", "4-1",
         "--global-batch", "64", "--devices", "1,2", "--launches", "3", "--budget", "0.2", "--data",
         "synthetic:100"],
        capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads((run / "run.json").read_text(encoding="utf-8"))["schedule"]["method"] == "turns"
    lines = [json.loads(line) for line in (run / "launches.jsonl").read_text().splitlines()]
    for line in lines:
        assert [launch["status"] for launch in line["launches"]] == ["ok"] * 5
        order = [turn["cell"] for turn in line["turns"]]
        assert len(order) >= 40 and order[:10] == order[9::-1]
    summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    cell = next(cell for cell in summary["cells"] if cell["key"]["devices"] == 2)
    assert cell["speed_up"]["plain"]["method"] == "turns"


@pytest.mark.skipif(not (BIN.parent / "tests" / "fake_trainers").is_dir(), reason="no fake trainers")
def test_a_killed_sweep_goes_on_by_whole_rounds():
    assert kill_and_resume.prove(BIN.parent, kills=3, seed=2)[0] == 3
