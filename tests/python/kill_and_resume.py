# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""kill -9 of the harness at random moments, --resume: every round whole, none twice, none missing.

usage: kill_and_resume.py BUILD [KILLS [SEED]]
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

GROUPS = ["tf-mirrored/mirrored/n2/b64", "tf-mirrored/mirrored/n2/b1024"]
ROUNDS = 3


def command(build, run):
    return [build / "bin" / "dpscale", "sweep", "--trainers", build / "tests" / "fake_trainers",
            "--output", run, "--preset", "tf-mirrored", "--devices", "1,2", "--global-batch",
            "64,1024", "--launches", str(ROUNDS), "--budget", "0.1"]


def processes_naming(run):
    """Command lines of living processes that name the run's folder."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if entry.name.isdigit() and int(entry.name) != os.getpid() and str(run) in line:
            found.append(line)
    return found


def wait_until_gone(run):
    for _ in range(500):
        if not processes_naming(run):
            return
        time.sleep(0.01)
    raise AssertionError(f"left behind: {processes_naming(run)}")


def whole_rounds(run):
    """(group, round) -> how often, of the journal's whole lines; each with all of its members."""
    counts = collections.Counter()
    for line in (run / "launches.jsonl").read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            entry = json.loads(line)
            assert [launch["status"] for launch in entry["launches"]] == ["ok"] * 5
            counts[entry["group"], entry["round"]] += 1
    return counts


def prove(build, kills, seed):
    """Kills and resumes until `kills` were dealt, then checks what the journals hold."""
    source = random.Random(seed)
    environment = {**os.environ, "FAKE_TRAINER_TURNS": "1", "FAKE_TRAINER": "*:*=slow"}
    dealt, sweeps = 0, 0
    while dealt < kills:
        with tempfile.TemporaryDirectory() as folder:
            run = pathlib.Path(folder) / "run"
            finished = False
            while not finished:
                last = dealt >= kills
                with subprocess.Popen([*map(str, command(build, run))], env=environment,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as sweep:
                    try:
                        sweep.wait(None if last else source.uniform(0.0, 2.0))
                        finished = True
                    except subprocess.TimeoutExpired:
                        sweep.kill()
                        dealt += 1
                    faults = sweep.communicate()[1]
                assert not finished or sweep.returncode == 0, faults
                wait_until_gone(run)
                if (run / "launches.jsonl").exists():
                    assert set(whole_rounds(run).values()) <= {1}, "a round is there twice"
            counts = whole_rounds(run)
            assert all(counts[group, number] == 1 for group in GROUPS for number in range(ROUNDS))
            sweeps += 1
    return dealt, sweeps


if __name__ == "__main__":
    dealt, sweeps = prove(pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:] or [50]),
                          *([] if len(sys.argv) > 3 else [1]))
    print(f"{dealt} kills over {sweeps} sweeps: every round whole, none twice, nothing left behind")
