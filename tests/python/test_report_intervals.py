# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Where an interval is too wide for one figure the interval is what the report says, everywhere."""

import re
import xml.etree.ElementTree as ET

import html_reader
import pytest
from dpscale_reports import figures, grouping, model, report, run_folder, verdict, words
from synthetic_run import SyntheticRun

ONE = {"presets": ("tf-mirrored",), "batches": (64, 1024, 8192)}
LARGEST = "tf-mirrored/mirrored/n2/b8192"
PRICE = "tf-mirrored/mirrored/n1/b32"
SVG = "{http://www.w3.org/2000/svg}"


def wide(low, high):
    """What the harness stores of an interval of 0.812 to 1.087 and the like."""
    return {"value": None, "low": low, "high": high,
            "reason": "81 to 109 %: too wide for one figure; about 15 rounds would do"}


def widen(_run, summary, _records):
    """Figures of two cells whose intervals are wide: (0.812, 1.087) strong, (0.405, 0.7) weak."""
    for cell in summary["cells"]:
        if cell["id"] == LARGEST:
            cell["strong_efficiency"]["plain"] = wide(0.812, 1.087)
            cell["weak_efficiency"]["plain"] = wide(0.405, 0.7)
        if cell["id"] == PRICE:
            cell["strong_efficiency"]["plain"] = wide(0.88, 1.05)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = SyntheticRun(**ONE).write(tmp_path_factory.mktemp("wide"), widen)
    report.make(made, made)
    return made


@pytest.fixture(scope="module")
def page(folder):
    root, faults = html_reader.parse((folder / "report.html").read_text(encoding="utf-8"))
    assert not faults
    return root


def drawn(folder, kind):
    """(axes, (tooltip, line) of each point) of the one efficiency figure."""
    (workload,) = grouping.workloads(model.cells(run_folder.load(folder)))
    (picture,) = figures.efficiency.draw(workload, kind)
    (axes,) = picture.drawing.axes
    return axes, [(picture.points[a.get_gid()], a) for a in axes.lines if a.get_gid()]


@pytest.mark.parametrize(("low", "high", "form", "text"), [
    (0.812, 1.027, words.percent, "81 to 103\u00a0%"), (0.819, 1.0201, words.percent, "81 to 103\u00a0%"),
    (0.29, 1.1, words.percent, "29 to 110\u00a0%"),  # 28.999999999999996 and 110.00000000000001
    (1.234, 2.345, words.ratio, "1.23 to 2.35"),
])
def test_bounds_in_whole_per_cent_are_rounded_outwards(low, high, form, text):
    assert words.wide(low, high, form) == text


def test_verdict_says_the_interval_and_what_would_narrow_it(page):
    section = page.one("section", id="verdict")
    assert ("2 devices reach 81 to 109 % of ideal (too wide for one figure) in strong efficiency at"
            " batch 8,192; about 15 rounds would do.") in section.text
    assert ("2 devices reach 40 to 70 % of ideal (too wide for one figure) in weak efficiency at"
            " 4,096 samples a device; about 15 rounds would do.") in section.text
    assert ("on one device reaches 88 to 105 % (too wide for one figure) at batch 32 and"
            in section.text)


def test_verdict_s_large_print_is_the_interval(page):
    numbers = [d.text for d in page.one("section", id="verdict").one("dl", class_="numbers").all("div")]
    assert numbers[1:] == [
        "strong efficiency 81\u2013109 % too wide for one figure at batch 8,192",
        "weak efficiency 40\u201370 % too wide for one figure at 4,096 samples a device"]


def test_table_has_the_interval_where_a_figure_would_stand(page, folder):
    rows = {r.one("th").text: r for r in page.one("section", id="cells").all("tr")
            if r.attributes.get("id", "").startswith("cell-")}
    fields = [f.text for f in rows[LARGEST].all("td")]
    notes = {n.attributes["id"].removeprefix("note-"): n.text for n in page.all("li")
             if n.attributes.get("id", "").startswith("note-")}
    for field, interval in zip(fields[4:6], ("81 \u2013 109 %", "40 \u2013 70 %"), strict=True):
        text, _, note = field.rpartition(" ")
        assert text == interval
        assert notes[note] == "too wide for one figure; about 15 rounds would do"
    line = next(x for x in (folder / "report.md").read_text(encoding="utf-8").splitlines()
                if x.startswith(f"| `{LARGEST}` | ok |"))
    assert re.search(r"\| 81 \u2013 109\u00a0% \[\d+\] \| 40 \u2013 70\u00a0% \[\d+\] \|", line)


def test_markdown_says_the_same_as_the_page(folder):
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert "- 2 devices reach 81 to 109\u00a0% of ideal (too wide for one figure) in strong" in text
    assert "Their strong efficiency at batch 8,192 is" not in text


def test_figures_draw_the_interval_as_a_bar_without_a_point(folder):
    for kind, low, high in (("strong", 0.812, 1.087), ("weak", 0.405, 0.7)):
        axes, points = drawn(folder, kind)
        (bar,) = [line for tip, line in points if tip.startswith(f"{LARGEST}: ")]
        assert list(bar.get_ydata()) == [low, high] and len(set(bar.get_xdata())) == 1
        assert bar.get_marker() == "_"  # its ends; a point's marker is another
        (other,) = [line for tip, line in points if "/b1024: " in tip]
        assert bar.get_color() == other.get_color() and other.get_marker() not in ("_", "None")
        bottom, top = axes.get_ylim()
        assert bottom <= low and high <= top
        # No line leads to a place in it.
        for line in axes.lines:
            if line.get_gid() is None and line.get_color() == bar.get_color():
                assert not [y for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
                            if x == bar.get_xdata()[0] and y == y]


def test_a_figure_s_axis_holds_all_of_an_interval(tmp_path):
    def low(_run, summary, _records):
        for cell in summary["cells"]:
            if cell["id"] == LARGEST:
                cell["strong_efficiency"]["plain"] = wide(0.3, 0.6)
    run = SyntheticRun(presets=("tf-mirrored",), batches=(8192,))
    axes, _ = drawn(run.write(tmp_path, low), "strong")
    assert axes.get_ylim()[0] <= 0.3


def test_figures_name_the_interval_in_words_and_legend(folder):
    root = ET.fromstring((folder / "figures" / "strong-tf-mirrored.svg").read_bytes())
    said = f"{LARGEST}: 81 to 109\u00a0% (too wide for one figure; about 15 rounds would do)"
    assert said in [e.find(f"{SVG}title").text for e in root.iter() if e.get("class") == "point"]
    assert said in root.find(f"{SVG}desc").text
    texts = [" ".join(e.itertext()).strip() for e in root.iter(f"{SVG}text")]
    assert "interval, too wide for one figure" in texts and "no figure" not in texts


def test_an_empty_figure_isn_t_an_interval(tmp_path):
    def nothing(_run, summary, _records):
        for cell in summary["cells"]:
            if cell["id"] == LARGEST:
                cell["strong_efficiency"]["plain"] = {"value": None, "low": None, "high": None,
                                                      "reason": "no block holds both"}
    stored = run_folder.load(SyntheticRun(**ONE).write(tmp_path, nothing))
    (group,) = verdict.groups(grouping.workloads(model.cells(stored)), stored.summary)
    (found,) = group.verdicts
    assert "No strong efficiency at batch 8,192: no block holds both." in found.remarks
    assert found.numbers[1].text == "\u2013"


def test_no_word_of_withholding_is_left(tmp_path):
    run = SyntheticRun(**ONE)
    for trial in run.trials.values():
        trial.spread = 0.2
    run.write(tmp_path)
    report.make(tmp_path, tmp_path)
    for path in (tmp_path / "report.html", tmp_path / "report.md", *(tmp_path / "figures").glob("*.svg")):
        assert "withh" not in path.read_text(encoding="utf-8").lower(), path
