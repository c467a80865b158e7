# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Runs with little in them, and what the report says of each."""

import re

import html_reader
import pytest
from dpscale_reports import grouping, model, page, report, run_folder, tables, verdict
from synthetic_records import ENVIRONMENT
from synthetic_run import SyntheticRun, absent

ONE = {"presets": ("tf-mirrored",), "batches": (64, 1024, 8192)}
CELL = "tf-mirrored/mirrored/n2/b{}"


def read(folder):
    root, faults = html_reader.parse((folder / "report.html").read_text(encoding="utf-8"))
    assert not faults
    return root


def groups(folder, run, change=None):
    stored = run_folder.load(run.write(folder, change))
    return verdict.groups(grouping.workloads(model.cells(stored)), stored.summary)


def build(folder, run, change=None):
    return page.build(run_folder.load(run.write(folder, change)))


def only(folder, run, change=None):
    (group,) = groups(folder, run, change)
    (found,) = group.verdicts
    return found


def speed_ups(**by_batch):
    """A change of the summary: the 2-device cells' speed-ups, (low, high) by batch."""
    def change(_run, summary, _records):
        for cell in summary["cells"]:
            bounds = by_batch.get(f"b{cell['key']['global_batch']}")
            if cell["key"]["devices"] == 2 and bounds:
                low, high = bounds
                cell["speed_up"]["plain"] = {"value": (low + high) / 2, "low": low, "high": high}
        summary["crossovers"] = SyntheticRun().crossovers(summary["cells"])
    return change


def test_pays_from_a_batch_and_loses_below(tmp_path):
    found = only(tmp_path, SyntheticRun(**ONE))
    assert found.state == "pays" and found.badge == "pays from batch 1,024"
    assert found.lead == "2 devices beat one from batch 1,024 on; below that they lose (measured at 64)."
    assert [n.name for n in found.numbers] == ["speed-up", "strong efficiency", "weak efficiency"]
    assert found.sentences[0].startswith("At batch 8,192, the largest with a figure, they are 1.97 times")


@pytest.mark.parametrize(("bounds", "state", "lead"), [
    ({"b64": (1.1, 1.2), "b1024": (1.5, 1.6), "b8192": (1.9, 2.0)}, "pays",
     "2 devices beat one from batch 64 on, the smallest measured."),
    ({"b64": (0.95, 1.2), "b1024": (1.5, 1.6), "b8192": (1.9, 2.0)}, "pays",
     "2 devices beat one from batch 1,024 on; below that (at 64) the intervals can't tell them from one."),
    ({"b64": (0.5, 0.6), "b1024": (0.95, 1.2), "b8192": (1.9, 2.0)}, "pays",
     "2 devices beat one from batch 8,192 on; below that they lose at 64; at 1,024 the intervals"
     " can't tell."),
    ({"b64": (0.5, 0.6), "b1024": (0.7, 0.8), "b8192": (0.9, 0.95)}, "loses",
     "2 devices lose to one at every batch measured (64, 1,024 and 8,192)."),
    ({"b64": (0.95, 1.2), "b1024": (0.95, 1.2), "b8192": (0.95, 1.2)}, "unknown",
     "2 devices can't be told from one: at every batch measured (64, 1,024 and 8,192) the interval"
     " holds both."),
    ({"b64": (1.1, 1.2), "b1024": (0.95, 1.2), "b8192": (0.8, 0.9)}, "partly",
     "2 devices lose to one at the largest batch measured: they lose at 8,192; they win at 64; at"
     " 1,024 the intervals can't tell."),
    ({"b64": (0.5, 0.6), "b1024": (1.1, 1.2), "b8192": (0.95, 1.2)}, "unknown",
     "It isn't shown that 2 devices beat one from any batch on: they lose at 64; they win at 1,024;"
     " at 8,192 the intervals can't tell."),
])
def test_verdict_in_words(tmp_path, bounds, state, lead):
    found = only(tmp_path, SyntheticRun(**ONE), speed_ups(**bounds))
    assert (found.state, found.lead) == (state, lead)


def test_an_efficiency_above_100_percent_comes_with_its_cause(tmp_path):
    def above(_run, summary, _records):
        for cell in summary["cells"]:
            if cell["id"] == CELL.format(8192):
                cell["strong_efficiency"]["plain"] = {
                    "value": 1.04, "low": 1.02, "high": 1.06, "reason": "above 100 %: a nearer cache"}
                cell["flags"].append("above_100_percent")
    found = only(tmp_path, SyntheticRun(**ONE), above)
    assert ("The strong efficiency at batch 8,192 is above 100 %: a nearer cache." in found.remarks)
    rows, notes = tables.cells(model.cells(run_folder.load(tmp_path)))
    (row,) = [r for r in rows if r.cell.id == CELL.format(8192)]
    assert row.remarks == ["above 100 %"] and "above 100 %: a nearer cache" in notes


def test_few_launches_give_no_intervals_and_say_so(tmp_path):
    run = SyntheticRun(launches=2, **ONE)
    found = only(tmp_path, run)
    assert found.state == "unknown" and found.badge.startswith("tentative: ")
    assert "fewer than three launches" in found.remarks[0]
    assert all(n.interval == "" for n in found.numbers)
    report.make(tmp_path, tmp_path)
    assert "n = 2, no inference" in read(tmp_path).text


def test_oversubscribed_cells_are_marked_and_in_no_efficiency_figure(tmp_path):
    run = SyntheticRun(devices=(1, 2, 4), cores=2, **ONE)
    report.make(run.write(tmp_path), tmp_path)
    figures = tmp_path / "figures"
    for kind in ("strong", "weak"):
        assert "/n4/" not in (figures / f"{kind}-tf-mirrored.svg").read_text(encoding="utf-8")
    panel = (figures / "throughput-tf-mirrored-b1024.svg").read_text(encoding="utf-8")
    assert re.search(r"/n4/b1024: [^<]*, oversubscribed", panel)
    assert "hollow: oversubscribed" in panel
    text = read(tmp_path).text
    assert "Whether 4 devices beat one can't be told: every cell is oversubscribed." in text


def test_only_failed_cells(tmp_path):
    run = SyntheticRun(**ONE)
    run.fail_all()
    report.make(run.write(tmp_path), tmp_path)
    page = read(tmp_path)
    assert "No cell finished well, so there is nothing to compare." in page.text
    failed = [r for r in page.all("tr") if r.attributes.get("class") == "failed"]
    assert len(failed) == len(run.trials)


def test_cells_never_launched(tmp_path):
    run = SyntheticRun(**ONE)
    run.state = "interrupted"
    trial = run.trials[CELL.format(8192)]
    trial.status, trial.reason = "interrupted", "the sweep ended before this cell was launched"
    trial.launched = False
    report.make(run.write(tmp_path), tmp_path)
    page = read(tmp_path)
    assert "The sweep had not finished" in page.one("section", id="verdict").text
    assert "never launched" in page.one("section", id="repeat").text


def test_a_busy_machine_is_told(tmp_path):
    def busy(run, _summary, _records):
        run["environment"] = dict(run["environment"], load_average=[3.5, 1, 1])
    run = SyntheticRun(presets=("tf-mirrored",), batches=(64,))
    report.make(run.write(tmp_path, busy), tmp_path)
    assert "a load of 3.5 on 2 physical cores" in read(tmp_path).one("section", id="verdict").text
    report.make(run.write(tmp_path), tmp_path)
    assert "busy" not in read(tmp_path).one("section", id="verdict").text


def test_a_cpu_quota_is_told(tmp_path):
    environment = {**ENVIRONMENT, "cpu_quota_cores": 1.5}

    def change(run, summary, records):
        run["environment"] = summary["environment"] = environment

    context = build(tmp_path, SyntheticRun(**ONE), change)
    assert any(line.startswith("A CPU quota of 1.5 cores was in force on 2 physical cores")
               for line in context["remarks"])
    assert ("CPU quota", "1.5 cores") in dict(context["facts"])["Machine"]


@pytest.mark.parametrize(("quota", "shown"), [
    (absent("no control group limits it"), "not known (no control group limits it)"),
    (2.0, "2 cores"),  # as many as there are
])
def test_without_a_quota_below_the_cores_there_is_no_caution(tmp_path, quota, shown):
    def change(run, summary, records):
        run["environment"] = summary["environment"] = {**ENVIRONMENT, "cpu_quota_cores": quota}

    context = build(tmp_path, SyntheticRun(**ONE), change)
    assert not any("quota" in line for line in context["remarks"])
    assert ("CPU quota", shown) in dict(context["facts"])["Machine"]


def test_a_throttled_cell_is_marked_in_words_and_tables(tmp_path):
    def change(run, summary, records):
        next(c for c in summary["cells"] if c["id"] == CELL.format(1024))["flags"] = ["throttled"]
        for record in records:
            stopped = record["cell"] == CELL.format(1024) and record["launch"] == 1
            record["disturbance"] = {"throttled_periods": 3 if stopped else 0, "throttled_seconds": 0.2}
        records[0]["disturbance"] = {"value": None, "reason": "not counted"}
        records[1]["disturbance"]["throttled_periods"] = {"value": None, "reason": "not counted"}

    context = build(tmp_path, SyntheticRun(**ONE), change)
    assert any(line.startswith("In 1 cell the control group's CPU quota stopped")
               for line in context["remarks"])
    assert [r.cell.id for r in context["rows"] if "throttled" in r.remarks] == [CELL.format(1024)]
    marked = [(cell, launch) for cell, launch, _, status, *_ in context["launches"]
              if status == "ok, throttled"]
    assert marked == [(CELL.format(1024), "1")]


def test_one_device_only(tmp_path):
    report.make(SyntheticRun(devices=(1,), **ONE).write(tmp_path), tmp_path)
    page = read(tmp_path)
    assert "Only one device was measured, so this run says nothing about scaling." in page.text
    assert "there is no strong efficiency" in page.one("section", id="strong").text
    assert "there is no weak efficiency" in page.one("section", id="weak").text
    assert not list((tmp_path / "figures").glob("strong*"))


def test_a_batch_the_devices_do_not_divide_has_no_weak_figure(tmp_path):
    run = SyntheticRun(presets=("tf-mirrored",), batches=(63,))
    report.make(run.write(tmp_path), tmp_path)
    page = read(tmp_path)
    assert "there is no weak efficiency" in page.one("section", id="weak").text
    assert "2 devices do not divide batch 63 evenly" in page.one("section", id="cells").text


def test_several_strategies_and_many_devices(tmp_path):
    run = SyntheticRun(devices=(1, 2, 4, 8, 16), cores=16, strategies=("mirrored", "data-parallel"),
                       options={"bucket-bytes": "65536"}, **ONE)
    report.make(run.write(tmp_path), tmp_path)
    names = {p.stem for p in (tmp_path / "figures").glob("*.svg")}
    assert "strong-tf-mirrored-data-parallel-bucket-bytes-65536" in names
    assert "strong-tf-mirrored-mirrored-bucket-bytes-65536" in names
    assert "16 devices beat one" in read(tmp_path).text


def test_memory_names_each_device_that_differs(tmp_path):
    def master(_run, summary, _records):
        for cell in summary["cells"]:
            if cell["key"]["devices"] == 4:
                cell["memory"]["devices"][0]["peak_bytes"]["activations"] = 123 << 20
    run = SyntheticRun(devices=(1, 4), cores=4, presets=("tf-mirrored",), batches=(1024,))
    report.make(run.write(tmp_path, master), tmp_path)
    svg = (tmp_path / "figures" / "memory-tf-mirrored-b1024.svg").read_text(encoding="utf-8")
    assert "device 0: activations 123" in svg and "devices 1\u20133: activations" in svg


def test_missing_phases_memory_and_environment_say_why(tmp_path):
    def strip(_run, summary, _records):
        summary["environment"] = absent("hwloc failed")
        for cell in summary["cells"]:
            cell["phases"] = absent("this trainer stamps no phases")
            cell["memory"] = absent("no ledger")
    report.make(SyntheticRun(presets=("tf-mirrored",), batches=(64,)).write(tmp_path, strip), tmp_path)
    text = read(tmp_path).text
    assert "this trainer stamps no phases" in text and "no ledger" in text
    assert "not known (hwloc failed)" in text


def test_no_cells_at_all(tmp_path):
    def clear(run, summary, records):
        run["cells"], summary["cells"], summary["crossovers"] = [], [], []
        records.clear()
    report.make(SyntheticRun(**ONE).write(tmp_path, clear), tmp_path)
    assert "An empty run" in read(tmp_path).one("h1").text
