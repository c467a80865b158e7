# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""A trainer of somebody else's in a sweep, and that ours say more than such a one must."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import jsonschema
import pytest
import stranger_trainer

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("DPSCALE_BIN", ROOT / "build" / "release" / "bin"))
SCHEMA = json.loads((ROOT / "trainers/protocol/record.schema.json").read_text(encoding="utf-8"))
HARNESS = {"cell", "launch", "block", "command", "exit"}

pytestmark = pytest.mark.skipif(not (BIN / "dpscale").exists(),
                                reason=f"no dpscale in {BIN}; set DPSCALE_BIN")


def call(program, *arguments):
    return subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True,
                          timeout=120, stdin=subprocess.DEVNULL, check=False)


def test_the_pages_examples_are_true():
    page = (ROOT / "trainers/README.md").read_text(encoding="utf-8")
    section = page.split("## Your own trainer")[1].split("\n## ")[0]
    blocks = [json.loads(block) for block in re.findall(r"^    (\{.*?)\n\n", section, re.S | re.M)]
    described, record = blocks
    jsonschema.Draft7Validator(SCHEMA).validate(record)
    for section in set(record) - {"schema", "status", "reason"}:
        shorter = {key: value for key, value in record.items() if key != section}
        assert not jsonschema.Draft7Validator(SCHEMA).is_valid(shorter), section
    assert sorted(described["options"]) == sorted([*stranger_trainer.CORE, "measure"])


@pytest.fixture(scope="module")
def trainers(tmp_path_factory):
    """A folder with the stranger's trainer under both names."""
    folder = tmp_path_factory.mktemp("trainers")
    for name in ("train_single", "train_multi"):
        shutil.copy(ROOT / "tests/python/stranger_trainer.py", folder / name)
        (folder / name).chmod(0o755)
    return folder


def sweep(trainers, output, *arguments):
    return call(BIN / "dpscale", "sweep", "--trainers", trainers, "--output", output,
                "--global-batch", "8", "--devices", "1,2", *arguments)


@pytest.fixture(scope="module")
def run(trainers, tmp_path_factory):
    output = tmp_path_factory.mktemp("stranger") / "run"
    done = sweep(trainers, output, "--model", "4-1", "--launches", "2", "--launch-budget", "0.02",
                 "--data", "synthetic:100")
    assert done.returncode == 0, done.stdout + done.stderr
    return output


def test_no_cell_fails(run):
    summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    assert {cell["id"] for cell in summary["cells"]} == {
        "4-1/plain/n1/b4", "4-1/plain/n1/b8", "4-1/default/n1/b4", "4-1/default/n1/b8",
        "4-1/default/n2/b8"}
    for cell in summary["cells"]:
        assert cell["status"] == "ok", cell["reason"]
        assert cell["samples_per_second"]["value"] > 0
        assert cell["phases"]["value"] is None
        assert not {"--quiet", "--strategy", "--preset"} & set(cell["command"])


def test_its_records_are_valid(run):
    lines = (run / "launches.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 10
    for line in lines:
        jsonschema.Draft7Validator(SCHEMA).validate(json.loads(line))


def test_the_report_is_written(run):
    done = call(BIN / "dpscale", "report", run)
    assert done.returncode == 0, done.stderr
    html = (run / "report.html").read_text(encoding="utf-8")
    assert "4-1/default/n2/b8" in html
    assert (run / "report.md").stat().st_size > 500


@pytest.mark.parametrize(("arguments", "words"), [
    (["--preset", "tf-mirrored"], ["train_multi: ", "no --preset", "tf-mirrored", "--model"]),
    (["--model", "4-1", "--strategy", "mirrored"], ["train_multi: ", "no --strategy", "mirrored"]),
    (["--model", "4-1", "--lr", "0.1"], ["--lr: ", "train_multi", "see --help"]),
    (["--model", "4-1", "--axis", "momentum=0,1"], ["--momentum: ", "train_multi"]),
])
def test_what_it_lacks_is_said_before_anything_runs(trainers, tmp_path, arguments, words):
    done = sweep(trainers, tmp_path / "run", *arguments)
    assert done.returncode == 2, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1
    for word in words:
        assert word in done.stderr
    assert not (tmp_path / "run").exists()


def test_what_it_cannot_do_is_a_row(trainers, tmp_path):
    done = sweep(trainers, tmp_path / "run", "--model", "4-3-1", "--launches", "1")
    assert done.returncode == 9, done.stderr
    summary = json.loads((tmp_path / "run/summary.json").read_text(encoding="utf-8"))
    assert {cell["status"] for cell in summary["cells"]} == {"unsupported"}
    assert "only --model N-1" in summary["cells"][0]["reason"]


@pytest.mark.parametrize("program", ["train_single", "train_multi"])
def test_our_own_records_have_every_section(program, tmp_path):
    record = tmp_path / "record.json"
    done = call(BIN / program, "--data", "synthetic:600", "--model", "784-16-10", "--global-batch",
                "50", "--measure", "--budget-seconds", "0.2", "--record", record)
    assert done.returncode == 0, done.stderr
    written = json.loads(record.read_text(encoding="utf-8"))
    assert set(written) == set(SCHEMA["properties"]) - HARNESS
    assert {"steps_per_epoch", "tail", "parameter_count"} <= set(written["config"])
    assert {"windows_kept", "windows_dropped", "steps_before_first_window", "stopped_by"} <= set(
        written["summary"])
