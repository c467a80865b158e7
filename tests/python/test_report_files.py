# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Bad input and bad places to write: one clear line and the documented exit code."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from synthetic_run import SyntheticRun

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ("run.json", "summary.json", "launches.jsonl")


def reports(*arguments, **environment):
    """Runs the program as `dpscale report` does."""
    return subprocess.run(
        [sys.executable, "-m", "dpscale_reports", *map(str, arguments)], capture_output=True, text=True,
        timeout=120, check=False, env={**os.environ, "PYTHONPATH": str(ROOT / "reports"), **environment},
    )


def fails(code, *arguments, **environment):
    """The one line a failing call prints."""
    done = reports(*arguments, **environment)
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("dpscale_reports: ")
    return lines[0]


@pytest.fixture
def run(tmp_path):
    return SyntheticRun(presets=("tf-mirrored",), batches=(64,), launches=3).write(tmp_path / "run")


def edit(path, change):
    document = json.loads(path.read_text(encoding="utf-8"))
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def test_report_prints_the_path_and_leaves_nothing_else(run, tmp_path):
    done = reports("report", run, "--output", tmp_path / "new" / "place")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout == f"report: {tmp_path / 'new' / 'place' / 'report.html'}\n"
    assert {p.name for p in (tmp_path / "new" / "place").iterdir()} == {
        "report.html", "report.md", "figures"}
    assert {p.name for p in run.iterdir()} == set(FILES)


@pytest.mark.parametrize("arguments", [(), ("report",), ("report", "a", "b"), ("report", "a", "--x")])
def test_wrong_usage(arguments):
    assert reports(*arguments).returncode == 2


@pytest.mark.parametrize("name", FILES)
def test_missing_file(run, name):
    (run / name).unlink()
    assert f"{run / name}: no such file" in fails(7, "report", run)


def test_no_folder(tmp_path):
    assert "no such folder" in fails(7, "report", tmp_path / "nowhere")


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("name", FILES)
def test_nan_and_infinity_are_refused(run, name, word):
    text = (run / name).read_text(encoding="utf-8")
    (run / name).write_text(text.replace("8589934592", word).replace('"launches": 3', f'"launches": {word}'),
                            encoding="utf-8")
    line = fails(7, "report", run)
    assert name in line and f"holds {word}, which is no JSON number" in line


def test_a_key_twice_is_refused(run):
    text = (run / "summary.json").read_text(encoding="utf-8")
    (run / "summary.json").write_text(text.replace('"schema"', '"run_id": "x", "schema"', 1), encoding="utf-8")
    assert "the key 'run_id' is twice in one object" in fails(7, "report", run)


@pytest.mark.parametrize(("content", "words"), [
    (b"{", "not JSON at line 1"), (b"\xff\xfe", "not UTF-8 at byte 0"), (b"[]", "not a JSON object"),
    (b"[" * 100000, "nested too deeply"), (b"", "not JSON at line 1"), (b"{}", "its \"schema\" is None"),
])
def test_damaged_summary(run, content, words):
    (run / "summary.json").write_bytes(content)
    line = fails(7, "report", run)
    assert words in line and "summary.json" in line


@pytest.mark.parametrize(("name", "kind"), [("run.json", "run"), ("summary.json", "summary")])
def test_newer_schema(run, name, kind):
    edit(run / name, lambda d: d.update(schema=f"dpscale.{kind}/2"))
    line = fails(7, "report", run)
    assert f"written by a newer dpscale (dpscale.{kind}/2; this one reads up to dpscale.{kind}/1)" in line


def test_newer_record(run):
    path = run / "launches.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("record/1", "record/9", 1), encoding="utf-8")
    assert "launches.jsonl:1: written by a newer dpscale (dpscale.record/9" in fails(7, "report", run)


@pytest.mark.parametrize("schema", ["dpscale.run/1", "other", None, 3])
def test_other_schema(run, schema):
    edit(run / "summary.json", lambda d: d.update(schema=schema))
    assert f"its \"schema\" is {schema!r}, not 'dpscale.summary/1'" in fails(7, "report", run)


def test_what_the_schema_forbids_is_named_with_its_place(run):
    edit(run / "summary.json", lambda d: d["cells"][1]["key"].update(devices=0))
    line = fails(7, "report", run)
    assert "not a valid dpscale.summary: at /cells/1/key/devices: " in line


def test_files_of_two_runs(run):
    edit(run / "run.json", lambda d: d.update(run_id="another"))
    assert "of different runs (another and " in fails(7, "report", run)


def test_a_cell_twice(run):
    edit(run / "summary.json", lambda d: d["cells"].append(d["cells"][0]))
    assert "is there twice" in fails(7, "report", run)


def test_torn_last_line_of_the_journal_is_left_out_and_told(run):
    with open(run / "launches.jsonl", "ab") as file:
        file.write(b'{"schema": "dpscale.rec')
    assert reports("report", run).returncode == 0
    assert "last line was cut off" in (run / "report.html").read_text(encoding="utf-8")


def test_damaged_line_inside_the_journal(run):
    lines = (run / "launches.jsonl").read_text(encoding="utf-8").splitlines()
    lines[2] = lines[2][:40]
    (run / "launches.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "launches.jsonl:3: not JSON at " in fails(7, "report", run)


def test_output_that_is_a_file(run, tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert "no folder can be made here" in fails(8, "report", run, "--output", tmp_path / "file")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_file_that_cannot_be_replaced(run, tmp_path):
    (tmp_path / "out" / "report.html" / "x").mkdir(parents=True)
    line = fails(8, "report", run, "--output", tmp_path / "out")
    assert "report.html: cannot be written" in line and "name another --output" in line
    assert not [p for p in (tmp_path / "out").iterdir() if p.name.startswith(".")]


def test_full_disk(run):
    from dpscale_reports import errors, output

    def full(_descriptor):
        raise OSError(28, os.strerror(28))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(errors.ReportError) as fault:
            output.write(run / "report.md", b"text")
    assert fault.value.code == 8 and "No space left on device" in fault.value.line
    assert {p.name for p in run.iterdir()} == set(FILES)


def test_schemas_named_by_the_environment(run, tmp_path):
    line = fails(6, "report", run, DPSCALE_SCHEMAS=str(tmp_path))
    assert "DPSCALE_SCHEMAS" in line and str(tmp_path) in line


def test_installed_layout_is_found_from_the_package(run, tmp_path):
    share = tmp_path / "moved" / "share" / "dpscale"
    (share / "schemas").mkdir(parents=True)
    (share / "reports").mkdir()
    for path in (ROOT / "trainers" / "protocol").glob("*.schema.json"):
        (share / "schemas" / path.name).write_bytes(path.read_bytes())
    source = ROOT / "reports" / "dpscale_reports"
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            target = share / "reports" / "dpscale_reports" / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    done = reports("report", run, PYTHONPATH=str(share / "reports"))
    assert done.returncode == 0, done.stderr
