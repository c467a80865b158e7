# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""A small real sweep and its report: the figures against the raw records, computed here again."""

import csv
import json
import math
import os
import pathlib
import re
import subprocess

import hostile_text
import jsonschema
import pytest
from dpscale_reports import text
from scipy import stats

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("DPSCALE_BIN", ROOT / "build" / "release" / "bin"))
SCHEMAS = ROOT / "trainers" / "protocol"
FASHION = pathlib.Path("/usr/share/datasets/fashion-mnist")
LAUNCHES = 3
TWO = 2 if len(os.sched_getaffinity(0)) > 1 else 1

pytestmark = pytest.mark.skipif(not (BIN / "dpscale").exists(),
                                reason=f"no dpscale in {BIN}; set DPSCALE_BIN")


def dpscale(*arguments, **options):
    return subprocess.run([str(BIN / "dpscale"), *map(str, arguments)], capture_output=True,
                          text=True, timeout=300, stdin=subprocess.DEVNULL, check=False, **options)


def sweep(folder, *arguments):
    done = dpscale("sweep", "--devices", "1,2" if TWO == 2 else "1", "--launches", LAUNCHES,
                   "--budget", "6", "--output", folder, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module", params=["synthetic", "fashion"])
def run(request, tmp_path_factory):
    """The folder of one sweep with its report."""
    folder = tmp_path_factory.mktemp(request.param) / "run"
    if request.param == "synthetic":
        sweep(folder, "--data", "synthetic:4096", "--preset", "torch-simplenet", "--global-batch",
              "64,1024")
    else:
        if not FASHION.is_dir():
            pytest.skip("Fashion-MNIST isn't installed")
        sweep(folder, "--data", FASHION, "--preset", "tf-mirrored", "--global-batch", "256",
              "--turns", "off")
    done = dpscale("report", folder)
    assert done.returncode == 0, done.stderr
    assert "report.html" in done.stdout
    return folder


@pytest.fixture
def summary(run):
    return json.loads((run / "summary.json").read_text(encoding="utf-8"))


@pytest.fixture
def journal(run):
    lines = (run / "launches.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture
def launches(journal):
    """Every launch, those of rounds of turns with their `group`."""
    return [{**launch, "group": line["group"]} if "group" in line else launch
            for line in journal for launch in line.get("launches", [line])]


def rates(launches, cell):
    """(group, block) -> samples per second of this cell's launches."""
    return {(record.get("group"), record["block"]):
            record["summary"]["samples_per_second"]["value"]
            for record in launches if record["cell"] == cell and record["status"] == "ok"}


def t_interval(logarithms):
    """(value, low, high) of exp(mean) with Student's 95 % interval."""
    mean, n = sum(logarithms) / len(logarithms), len(logarithms)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in logarithms) / (n - 1))
    half = stats.t.ppf(0.975, n - 1) * deviation / math.sqrt(n)
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def triple(figure):
    return figure["value"], figure["low"], figure["high"]


def test_every_file_fits_its_schema(summary, journal):
    launches = [launch for line in journal for launch in line.get("launches", [line])]
    for name, documents in {"record": launches, "summary": [summary]}.items():
        schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
        validator = jsonschema.Draft7Validator(schema)
        for document in documents:
            assert not [error.message for error in validator.iter_errors(document)]


def test_every_cell_ran_every_launch(summary, launches):
    assert {cell["id"] for cell in summary["cells"]} == {record["cell"] for record in launches}
    for cell in summary["cells"]:
        assert cell["status"] == "ok", cell["reason"]
        ran = sum(record["cell"] == cell["id"] for record in launches)
        assert cell["launches"] == {"planned": LAUNCHES, "ok": ran} and ran >= LAUNCHES


def test_throughput_is_the_geometric_mean_of_launches(summary, launches):
    for cell in summary["cells"]:
        expected = t_interval([math.log(x) for x in rates(launches, cell["id"]).values()])
        assert triple(cell["samples_per_second"]) == pytest.approx(expected, rel=1e-9)


def baseline(summary, cell, role):
    """The cell one device's figure comes from: same model, preset, data and global batch."""
    keys = ["preset", "model", "global_batch", "threads_per_device"]
    wanted = [cell["key"][key] for key in keys]
    found = [other for other in summary["cells"]
             if other["key"]["devices"] == 1 and [other["key"][key] for key in keys] == wanted
             and (other["key"]["program"] == "train_single") == (role == "plain")]
    assert len(found) == 1
    return found[0]


@pytest.mark.skipif(TWO == 1, reason="one core")
@pytest.mark.parametrize("run", ["fashion"], indirect=True)  # test_turns_statistics has turns
@pytest.mark.parametrize("role", ["plain", "self"])
def test_strong_efficiency_is_the_paired_ratio(summary, launches, role):
    cells = [cell for cell in summary["cells"] if cell["key"]["devices"] == 2]
    assert cells
    for cell in cells:
        ours = rates(launches, cell["id"])
        base = rates(launches, baseline(summary, cell, role)["id"])
        assert ours.keys() == base.keys()
        value, low, high = t_interval([math.log(ours[block] / (2 * base[block])) for block in ours])
        figure = cell["strong_efficiency"][role]
        if high - low > 0.10:
            assert figure["value"] is None and figure["reason"]
        else:
            assert triple(figure) == pytest.approx((value, low, high), rel=1e-9)


def test_the_table_is_flat_and_whole(run, summary):
    with open(run / "summary.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(summary["cells"])


def test_the_table_gives_hostile_texts_back(tmp_path):
    folder = tmp_path / "run"
    done = dpscale("sweep", "--turns", "off", "--devices", "1", "--launches", "1", "--launch-budget",
                   "0.2", "--preset", "tf-mirrored", "--global-batch", "64", "--data",
                   "synthetic:1000", "--output", folder)
    assert done.returncode == 0, done.stderr
    cell = json.loads((folder / "summary.json").read_text(encoding="utf-8"))["cells"][0]["id"]
    for word in ["=1+1", "@x", "-y", "+z", *hostile_text.texts(1, 30)]:
        line = {"schema": "dpscale.record/1", "status": "crashed", "reason": word, "cell": cell,
                "launch": 0, "block": 0}
        if "\ud800" not in word:  # UTF-8 can't hold it
            (folder / "launches.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
            done = dpscale("summarize", folder)
            assert done.returncode == 9 and not hostile_text.acts(done.stdout, kept="\n")
            with open(folder / "summary.csv", newline="", encoding="utf-8") as file:
                row = next(csv.DictReader(file))
            apostrophe = "'" if word[0] in "=+-@" else ""
            assert row["reason"] == apostrophe + text.printable(word, kept="\n\r\t")
            assert row["status"] == "crashed" and row["devices"] == "1"


def test_no_figure_is_not_a_number_and_no_home_shows(run):
    for name in ["run.json", "summary.json", "launches.jsonl"]:
        text = (run / name).read_text(encoding="utf-8")
        assert not re.search(r"\b(NaN|Infinity)\b", text)
        assert str(pathlib.Path.home()) + "/" not in text.replace(str(ROOT), "")


def test_the_report_stands_alone(run, summary):
    html = (run / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", html)
    assert "<svg" in html or "data:image/" in html
    for cell in summary["cells"]:
        assert cell["id"] in html
    assert (run / "report.md").stat().st_size > 500
    names = {path.suffix for path in (run / "figures").iterdir()}
    assert {".png", ".svg"} <= names
    for path in (run / "figures").glob("*.png"):
        assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
