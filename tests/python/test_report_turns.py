# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Runs whose cells took turns: the journal's rounds, and how each ratio was measured."""

import json

import html_reader
import pytest
from dpscale_reports import errors, report, run_folder
from synthetic_run import SyntheticRun

ONE = {"presets": ("tf-mirrored",), "batches": (1024,), "launches": 3}
CELL = "tf-mirrored/mirrored/n2/b1024"
TURNS = {"method": "turns", "rounds": 5, "foursomes": 1412, "left_out": 20}


def add_methods(_run, summary, _records):
    for cell in summary["cells"]:
        if cell["id"] == CELL:
            cell["speed_up"]["plain"].update(TURNS)
            cell["strong_efficiency"]["plain"].update(TURNS)
            cell["weak_efficiency"]["plain"].update(method="turns", rounds=1, foursomes=1, left_out=0)
            cell["strong_efficiency"]["self"].update(method="launches")


def made(folder, change=None):
    SyntheticRun(**ONE).write(folder, change)
    report.make(folder, folder)
    root, faults = html_reader.parse((folder / "report.html").read_text(encoding="utf-8"))
    assert not faults
    return root


def in_rounds(folder, change=lambda line: None):
    """Writes a run whose journal holds a line for each round."""
    SyntheticRun(**ONE).write(folder)
    path = folder / "launches.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [{"schema": "dpscale.round/1", "group": CELL, "round": number,
              "launches": [r for r in records if r["block"] == number], "turns": []}
             for number in range(3)]
    change(lines[1])
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return records


def test_each_ratio_says_how_it_was_measured(tmp_path):
    page = made(tmp_path, add_methods)
    table = page.one("div", **{"aria-label": "Table of how each ratio was measured"})
    rows = [tuple(c.text for c in r.children if isinstance(c, html_reader.Node))
            for r in table.one("tbody").all("tr")]
    assert rows == [
        (CELL, "plain, same batch", "in turns: 5 rounds, 1,412 foursomes used, 20 left out as disturbed"),
        (CELL, "self, same batch", "launch by launch"),
        (CELL, "plain, same batch per device",
         "in turns: 1 round, 1 foursome used, 0 left out as disturbed")]
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    for _, other, how in rows:
        assert f"| `{CELL}` | {other} | {how} |" in text


def test_verdict_says_how_its_ratios_were_measured_and_the_glossary_what_that_means(tmp_path):
    page = made(tmp_path, add_methods)
    assert ("The speed-up at batch 1,024 was measured in turns: 5 rounds, 1,412 foursomes used, 20 left"
            " out as disturbed.") in page.one("section", id="verdict").text
    assert "Turns, round, foursome" in page.one("section", id="glossary").text


def test_a_run_without_methods_shows_nothing_of_them(tmp_path):
    text = made(tmp_path).text
    assert "foursome" not in text and "in turns" not in text and "were measured" not in text
    assert "foursome" not in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_launches_of_rounds_are_launches(tmp_path):
    records = in_rounds(tmp_path)
    stored = run_folder.load(tmp_path)
    assert stored.launches == records and stored.rounds == 3
    report.make(tmp_path, tmp_path)
    root, _ = html_reader.parse((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert f"Every launch ({len(records)})" in root.text
    setup = root.one("section", id="setup").text
    assert "in turns: the cells that are compared alive at once" in setup and "3 rounds" in setup
    assert "each of at least 3 launches" in setup


@pytest.mark.parametrize(("change", "words"), [
    (lambda line: line.update(schema="dpscale.round/2"), "written by a newer dpscale (dpscale.round/2"),
    (lambda line: line.pop("launches"), "not a valid dpscale.round: at /launches: not a list"),
    (lambda line: line["launches"][0].update(status="odd"), "not a valid dpscale.record: at /status"),
    (lambda line: line.update(launches=[3]), "not a JSON object"),
])
def test_a_damaged_round_is_one_clear_line(tmp_path, change, words):
    in_rounds(tmp_path, change)
    with pytest.raises(errors.ReportError) as fault:
        run_folder.load(tmp_path)
    assert fault.value.code == 7
    assert fault.value.line.startswith(f"{tmp_path / 'launches.jsonl'}:2: ") and words in fault.value.line


def test_a_failed_launch_is_told_from_one_of_its_number_in_another_group(tmp_path):
    """A cell that takes turns in two groups has two launches 0; how the failed one ended is shown."""
    run = SyntheticRun(**ONE)
    run.fail(CELL)

    def another(_run, _summary, records):
        failed = next(r for r in records if r["cell"] == CELL)
        fine = next(r for r in records if r["status"] == "ok")
        records.append({**fine, "cell": CELL, "launch": failed["launch"]})
    run.write(tmp_path, another)
    report.make(tmp_path, tmp_path)
    assert "last words of the trainer" in (tmp_path / "report.html").read_text(encoding="utf-8")
