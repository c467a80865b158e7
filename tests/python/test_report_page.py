# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The report of a run: what stands in it, and in what form."""

import functools
import re
import struct
import xml.etree.ElementTree as ET

import html_reader
import pytest
from dpscale_reports import report
from synthetic_run import SyntheticRun

SVG = "{http://www.w3.org/2000/svg}"
FAILED = "torch-simplenet/mirrored/n2/b1024"
HOSTILE = "<script>alert('x')</script>&\"|`*_[a](http://example.org)"
CSS_LOAD = re.compile(r"url\(\s*['\"]?(?!#)|@import|expression\(")


def make(folder, run, change=None):
    run.write(folder, change)
    report.make(folder, folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run as quickstart makes it, with one failed cell."""
    run = SyntheticRun()
    run.fail(FAILED, "out_of_memory", "killed by the kernel for want of memory (SIGKILL)")
    return make(tmp_path_factory.mktemp("quick"), run)


@functools.cache
def _page(path):
    return html_reader.parse(path.read_text(encoding="utf-8"))


@pytest.fixture
def page(folder):
    root, faults = _page(folder / "report.html")
    assert not faults
    return root


def svgs(folder, pattern="*.svg"):
    paths = sorted((folder / "figures").glob(pattern))
    assert paths, pattern
    return {path.stem: ET.fromstring(path.read_bytes()) for path in paths}


def tips(root):
    """The tooltips of an SVG's points."""
    return [e.find(f"{SVG}title").text for e in root.iter() if e.get("class") == "point"]


def labels(root):
    return " ".join(t for e in root.iter(f"{SVG}text") for t in e.itertext())


def test_sections_stand_in_order_under_headings(page):
    sections = [s.attributes["id"] for s in page.all("section")]
    assert sections == ["verdict", "setup", "throughput", "strong", "weak", "step-time", "phases",
                        "memory", "cells", "repeat", "glossary"]
    for section in page.all("section"):
        assert len(list(section.all("h2"))) == 1
    assert len(list(page.all("h1"))) == 1
    assert page.one("html").attributes["lang"] == "en"
    assert page.one("meta", name="viewport").attributes["content"].startswith("width=device-width")


def test_links_and_labels_inside_the_page_have_their_target_once(page):
    ids = [n.attributes["id"] for n in page.all() if "id" in n.attributes]
    assert len(ids) == len(set(ids))
    for node in page.all():
        named = node.attributes.get("aria-labelledby", "").split()
        href = node.attributes.get("href", "#verdict")
        assert href.startswith("#")
        assert {href[1:], *named} <= set(ids)
        for value in node.attributes.values():
            assert set(re.findall(r"url\(#([^)]+)\)", value or "")) <= set(ids)


def test_page_loads_nothing(page, folder):
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "http:" not in text and "https:" not in text and "//" not in text.replace("</", "")
    forbidden = {"script", "link", "img", "iframe", "object", "embed", "base", "form", "image"}
    assert not forbidden & {node.tag for node in page.all()}
    assert not CSS_LOAD.search(text)
    for node in page.all():
        assert not [name for name in node.attributes if name.startswith("on") or name == "src"]


def test_every_figure_has_a_title_and_says_its_figures_in_words(page, folder):
    figures = list(page.all("figure"))
    assert len(figures) == len(list((folder / "figures").glob("*.svg")))
    for figure in figures:
        drawing = next(figure.all("svg"))
        assert drawing.attributes["role"] == "img"
        title, text = drawing.attributes["aria-labelledby"].split()
        assert drawing.one("title", id=title).text
        words = drawing.one("desc", id=text).text
        assert len(words) > 80 and re.search(r"/n\d+/b\d+", words)


def test_every_point_names_a_cell_of_the_run(folder):
    cells = set(SyntheticRun().trials)
    for name, root in svgs(folder).items():
        named = {tip.split(": ")[0] for tip in tips(root)}
        assert named and named <= cells, name


def test_throughput_shows_each_cell_and_the_ideal_line(folder):
    root = svgs(folder)["throughput-tf-mirrored-b1024"]
    named = {tip.split(": ")[0] for tip in tips(root)}
    assert named == {f"tf-mirrored/{c}/b1024" for c in ("plain/n1", "mirrored/n1", "mirrored/n2")}
    assert "ideal" in labels(root)
    assert all("samples/s (" in tip for tip in tips(root))


def test_strong_and_weak_are_never_in_one_figure(folder):
    for name, root in svgs(folder).items():
        text = " ".join([labels(root), root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text])
        both = {"strong", "weak"} & set(re.findall(r"strong|weak", text.lower()))
        expected = {name.split("-")[0]} if name.startswith(("strong", "weak")) else set()
        assert both == expected, name


def test_efficiency_figures_show_the_summary_s_figure_and_interval(folder):
    cell = next(c for c in SyntheticRun().documents()[1]["cells"]
                if c["id"] == "tf-mirrored/mirrored/n2/b8192")
    for kind in ("strong", "weak"):
        figure = cell[f"{kind}_efficiency"]["plain"]
        wanted = "{}: {:.1f}\u00a0% ({:.1f} to {:.1f}\u00a0%)".format(
            cell["id"], *(100 * figure[k] for k in ("value", "low", "high")))
        assert wanted in tips(svgs(folder)[f"{kind}-tf-mirrored"])


def test_failed_cell_is_a_row_and_a_mark_in_plots(page, folder):
    row = next(r for r in page.all("tr") if r.attributes.get("class") == "failed")
    assert FAILED in row.text and "out of memory" in row.text and "want of memory" in row.text
    assert "last words of the trainer" in page.one("section", id="cells").text
    for name in ("throughput-torch-simplenet-b1024", "strong-torch-simplenet", "weak-torch-simplenet",
                 "step-time-torch-simplenet"):
        root = svgs(folder)[name]
        assert any(t.startswith(f"{FAILED}: out_of_memory: killed") for t in tips(root)), name
        assert "failed cell" in labels(root)
    for name in ("phases-torch-simplenet-b1024", "memory-torch-simplenet-b1024"):
        assert "out of memory" in labels(svgs(folder)[name])


def test_table_has_every_cell_with_the_summary_s_figures(page):
    run = SyntheticRun()
    rows = {r.one("th").text: r for r in page.one("section", id="cells").all("tr")
            if r.attributes.get("id", "").startswith("cell-")}
    assert rows.keys() == run.trials.keys()
    for cell in run.documents()[1]["cells"]:
        if cell["id"] != FAILED:
            assert f"{cell['samples_per_second']['value']:,.0f}" in rows[cell["id"]].text
    text = rows["tf-mirrored/mirrored/n2/b64"].text
    assert "5 of 5" in text and "38.7" in text  # (18 + 1.1*64) / (18 + 1.1*32 + 61) / 2 = 38.7 %


def test_absent_figures_carry_their_reason(page):
    cells = page.one("section", id="cells")
    notes = [n for n in cells.all("li") if n.attributes.get("id", "").startswith("note-")]
    assert "the cell is the plain baseline" in [n.text for n in notes]
    assert "the cell is out_of_memory" in [n.text for n in notes]
    rows = [r for r in cells.all("tr") if r.attributes.get("id", "").startswith("cell-")]
    assert len(rows) == len(SyntheticRun().trials)
    for row in rows:
        for field in row.all("td"):
            if field.text.startswith("\u2013"):
                assert any(a.attributes["href"].startswith("#note-") for a in field.all("a"))


def test_commands_repeat_the_sweep_and_each_cell(page):
    text = page.one("section", id="repeat").text
    assert "dpscale sweep --preset tf-mirrored,torch-simplenet" in text
    assert "dpscale report runs/one" in text
    run = SyntheticRun()
    for trial in run.trials.values():
        assert " ".join(run.argv(trial)) in text


def test_setup_says_machine_programs_plan_and_data(page):
    text = page.one("section", id="setup").text
    for words in ("bench-1", "Example CPU @ 2.0 GHz", "2 physical cores", "8 GiB",
                  "not known (the system has no cpufreq)", "abc1234", "GNU 12.2.0", "libxsmm 1.17",
                  "x86-64-v3", "2026-01-02T03:04:05Z", "30, each of 5 launches", "synthetic"):
        assert words in text, words


def test_markdown_holds_the_same(folder):
    text = (folder / "report.md").read_text(encoding="utf-8")
    for path in (folder / "figures").glob("*.svg"):
        assert f"](figures/{path.name})" in text
    for cell in SyntheticRun().trials:
        assert f"`{cell}`" in text
    assert "**2 devices beat one from batch 1,024 on; below that they lose" in text
    for line in text.splitlines():
        if line.startswith("| `"):
            assert len(re.findall(r"(?<!\\)\|", line)) in (3, 7, 12), line


def test_png_beside_each_svg_shows_something(folder):
    for path in (folder / "figures").glob("*.svg"):
        data = path.with_suffix(".png").read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", data[16:24])
        assert width > 500 and height > 300 and len(data) > 5000


def test_two_runs_of_the_report_are_equal_byte_for_byte(folder, tmp_path):
    report.make(folder, tmp_path)
    files = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*") if p.is_file())
    assert len(files) > 20
    for name in files:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name


def hostile(run, summary, records):
    summary["environment"] = dict(summary["environment"], host=HOSTILE)
    for record in records:
        record["command"] = [*record["command"], HOSTILE]
        if "exit" in record and record["status"] != "ok":
            record["exit"]["stderr_tail"] = HOSTILE
    summary["plan"]["command"] = ["dpscale", HOSTILE]
    for cell in summary["cells"]:
        cell["command"] = ["train_multi", HOSTILE]
        cell["id"] = cell["id"] + HOSTILE
        cell["key"]["options"] = {HOSTILE: HOSTILE}
        cell["reason"] = HOSTILE if cell["status"] != "ok" else None
    for record in records:
        record["cell"] += HOSTILE


def test_texts_of_the_run_are_only_texts(tmp_path):
    run = SyntheticRun(presets=("tf-mirrored",), batches=(64,))
    run.fail("tf-mirrored/mirrored/n2/b64")
    folder = make(tmp_path / HOSTILE.replace("/", ""), run, hostile)
    root, faults = _page(folder / "report.html")
    assert not faults
    assert not list(root.all("script")) and HOSTILE in root.text
    for path in (folder / "figures").iterdir():
        assert re.fullmatch(r"[a-z0-9.-]+\.(svg|png)", path.name)
    for drawing in svgs(folder).values():
        assert not list(drawing.iter(f"{SVG}script"))
    text = (folder / "report.md").read_text(encoding="utf-8")
    text = re.sub(r"^(```+)text\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert "script" in text
    assert not re.search(r"(?<!\\)<", text)
    links = re.findall(r"(?<!\\)\]\(([^)]*)\)", text)
    assert links and all(link.startswith("figures/") for link in links)
