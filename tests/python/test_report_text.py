# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Texts of a run that somebody else chose: in the report they are text, all of it, and nothing else."""

import re
import shlex
import subprocess
import xml.etree.ElementTree as ET

import hostile_text
import html_reader
import pytest
from dpscale_reports import cli, page, report, text
from dpscale_reports.figures.picture import Picture, slug, unique
from synthetic_run import SyntheticRun, absent

FAILED = "tf-mirrored/mirrored/n2/b64"


def hostile(words):
    """A change of a run's documents: its texts become `words`, one after another."""
    words = iter(words)

    def change(run, summary, records):
        ids = {}
        for cell in summary["cells"]:
            ids[cell["id"]] = cell["id"] + next(words)
            cell["id"] = ids[cell["id"]]
            cell["key"]["options"] = {"lr": next(words)}
            cell["key"]["preset"] = "tf-mirrored" + PRESET
            cell["command"] = ["train_multi", next(words)]
            cell["flags"] = [next(words)]
            if cell["status"] != "ok":
                cell["reason"] = next(words)
                cell["failed_launches"] = [{"launch": 0, "status": "crashed", "reason": next(words)}]
            cell["weak_efficiency"] = {"plain": absent(next(words)), "self": absent(next(words))}
        for cell in run["cells"]:
            cell["id"] = ids[cell["id"]]
            cell["baselines"] = {k: ids.get(v) for k, v in cell["baselines"].items()}
        for record in records:
            record["cell"] = ids[record["cell"]]
            if record["status"] != "ok":
                record["exit"]["stderr_tail"] = next(words) + "\n" + next(words)
        for crossover in summary["crossovers"]:
            crossover["reason"] = next(words)
        summary["plan"]["command"] = ["dpscale", next(words)]
        for document in (run, summary):
            document["environment"] = {**document["environment"], "host": next(words),
                                       "cpu": {**document["environment"]["cpu"], "model": next(words)}}
            document["dpscale"] = {**document["dpscale"], "version": next(words)}

    return change


PRESET = "\x1b[2J|\u202e$\\frac$" + "y" * 300


def rows_of_tables(markdown):
    """(cells of the table's head, cells of a row) for each row, split as GitHub splits rows: at
    bars that no backslash escapes, whatever code spans say."""
    head = None
    for line in markdown.split("\n"):
        if not line.startswith("|"):
            head = None
            continue
        count = len(re.findall(r"(?:\\.|[^|\\])*\|", line[1:]))
        head = head or count
        yield head, count


@pytest.mark.parametrize("seed", range(4))
def test_a_report_of_hostile_texts_is_whole(tmp_path, seed):
    run = SyntheticRun(presets=("tf-mirrored",), batches=(64,), launches=3)
    run.fail(FAILED)
    words = list(hostile_text.texts(seed, 200))
    words = words[seed * 17:] + words[:seed * 17]
    report.make(run.write(tmp_path, hostile(words)), tmp_path)
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    root, faults = html_reader.parse(html)
    assert not faults
    assert not list(root.all("script"))
    assert not hostile_text.acts(html, kept="\n")
    heads = [len(list(table.one("thead").all("th"))) for table in root.all("table")]
    for table, width in zip(root.all("table"), heads, strict=True):
        for row in table.one("tbody").all("tr"):
            assert len([c for c in row.children if getattr(c, "tag", "") in ("td", "th")]) == width
    markdown = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert not hostile_text.acts(markdown, kept="\n")
    rows = list(rows_of_tables(markdown))
    assert len(rows) > 8 and all(count == head for head, count in rows)
    for drawing in (tmp_path / "figures").glob("*.svg"):
        content = drawing.read_text(encoding="utf-8")
        ET.fromstring(content)
        assert not hostile_text.acts(content, kept="\n")
        assert re.fullmatch(r"[a-z0-9.-]{1,120}\.svg", drawing.name)
    assert list((tmp_path / "figures").glob("*.svg"))


def test_html_says_the_whole_text_and_markdown_cuts_it_with_a_mark(tmp_path):
    run = SyntheticRun(presets=("tf-mirrored",), batches=(64,), launches=3)
    run.fail(FAILED, reason="begin " + 5000 * "ab " + "end")
    folder = tmp_path / "run"
    report.make(run.write(folder), folder)
    root, _ = html_reader.parse((folder / "report.html").read_text(encoding="utf-8"))
    assert "begin " + (5000 * "ab ") + "end" in root.text
    markdown = (folder / "report.md").read_text(encoding="utf-8")
    assert "[...]" in markdown.replace("\\", "")
    assert all(len(line) < 8000 for line in markdown.split("\n"))


def test_printable_names_what_acts_and_keeps_what_people_read():
    assert text.printable("café 漢字 😀 e\u0301") == "café 漢字 😀 e\u0301"
    assert text.printable("a\n\r\t\x1b\x00\x7f") == "a\\n\\r\\t\\x1b\\x00\\x7f"
    assert text.printable("\x9b\u202e\ufeff\u2028") == "\\u009b\\u202e\\ufeff\\u2028"
    assert text.printable("\U000e0041") == "\\U000e0041"
    assert text.printable("\udcff\ud800") == "\\xff\\ud800"
    assert text.printable("a\n\x1b", kept="\n") == "a\n\\x1b"


def test_shortened_loses_its_middle_and_says_so():
    assert text.shortened("0123456789abcdefghij", 20) == "0123456789abcdefghij"
    assert text.shortened("0123456789abcdefghijk", 20) == "012345 [...] fghijk"


@pytest.mark.parametrize("seed", range(2))
def test_a_command_is_what_a_shell_takes_and_shows_nothing_that_acts(seed):
    for word in hostile_text.texts(seed, 60):
        if "\x00" in word or hostile_text.acts(word) & {"\ud800"}:
            continue  # no argument of a program
        line = text.command(["printf", "%s", word])
        assert not hostile_text.acts(line)
        done = subprocess.run(["bash", "-c", line], capture_output=True, check=True,
                              env={"LC_ALL": "C.UTF-8"})
        assert done.stdout.decode("utf-8") == word
    assert text.command(["a", "b c"]) == shlex.join(["a", "b c"])


@pytest.mark.parametrize("word", ["\x1b[2J\n\u202e", "\udcff", "x" * 10240])
def test_faults_are_one_clean_line(capsys, word):
    for arguments in (["report", word], ["report", ".", "--" + word], [word]):
        try:
            code = cli.main(arguments)
        except SystemExit as end:
            code = end.code
        assert code in (2, 7)
        said = capsys.readouterr().err
        assert said.endswith("\n") and said.count("\n") == 1
        assert not hostile_text.acts(said, kept="\n") and len(said) < 2500


def test_code_in_a_table_keeps_its_bars():
    for code in ("a|b", "a\\|b", "`|`", "\\", "a\\"):
        head, count = next(rows_of_tables(f"| {page._code(code)} |"))
        assert (head, count) == (1, 1), code


def test_a_report_on_figures_says_nothing_on_the_terminal(tmp_path, capfd):
    run = SyntheticRun(presets=("tf-mirrored",), batches=(64,), launches=3)

    def rename(run_document, summary, _records):
        for cell in summary["cells"]:
            cell["key"]["preset"] = "漢字"

    folder = run.write(tmp_path / "\x1b[2J", rename)
    assert cli.main(["report", str(folder)]) == 0
    said = capfd.readouterr()
    assert said.err == "" and said.out == f"report: {tmp_path}/\\x1b[2J/report.html\n"


def test_figures_of_like_names_have_files_of_their_own():
    pictures = [Picture(name, "", "") for name in ("a", "a", "a-2", "a", "a-2")]
    assert len({p.slug for p in unique(pictures)}) == len(pictures)
    assert slug("漢字", "\x1b[2J") == "2j" and slug("漢字") == "figure"
    assert len(slug(10240 * "x")) <= 100
