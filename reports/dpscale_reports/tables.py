# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The report's tables: rows of plain text, the same for HTML and Markdown."""

import dataclasses

from . import text, words


@dataclasses.dataclass(frozen=True)
class Entry:
    """What stands in one field: the figure, its interval below it, the number of its footnote."""

    text: str
    interval: str = ""
    footnote: int | None = None


class Footnotes:
    """Numbers each different text once, in order of appearance."""

    def __init__(self):
        self.texts = []

    def number(self, text):
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text) + 1


def _entry(figure, form, notes):
    between = f" {words.DASH} "
    if figure.too_wide:
        return Entry(words.wide(figure.low, figure.high, form, between),
                     footnote=notes.number(figure.wide_because))
    if not figure.exists:
        return Entry(words.DASH, footnote=notes.number(figure.reason or "no figure"))
    interval = words.interval(figure.low, figure.high, form, between)
    footnote = notes.number(figure.reason) if figure.reason else None
    return Entry(form(figure.value), interval, footnote)


@dataclasses.dataclass(frozen=True)
class Row:
    """One cell of the sweep as a row."""

    cell: object
    anchor: str
    entries: list
    launches: str
    remarks: list


FIGURE_COLUMNS = (
    "samples / s", "step", "speed-up", "strong efficiency", "weak efficiency",
    "strong, against self", "weak, against self",
)


def cells(all_cells):
    """(rows of every cell, texts of the footnotes)."""
    notes = Footnotes()
    rows = []
    for cell in all_cells:
        figures = (
            (cell.samples_per_second, words.count), (cell.step_seconds, words.seconds),
            (cell.speed_up["plain"], words.ratio), (cell.strong["plain"], words.percent),
            (cell.weak["plain"], words.percent), (cell.strong["self"], words.percent),
            (cell.weak["self"], words.percent),
        )
        remarks = [flag.replace("_", " ").replace("100 percent", "100 %") for flag in cell.flags]
        if not cell.ok:
            remarks.insert(0, cell.reason or "no reason given")
        rows.append(Row(cell, f"cell-{cell.number}", [_entry(f, form, notes) for f, form in figures],
                        f"{cell.launches_ok} of {cell.launches_planned}", remarks))
    return rows, notes.texts


#: What a ratio compares -> where a Cell has the figures that rest on it.
_COMPARED = (
    ("plain, same batch", "plain", ("speed_up", "strong")),
    ("self, same batch", "self", ("speed_up", "strong")),
    ("plain, same batch per device", "plain", ("weak",)),
    ("self, same batch per device", "self", ("weak",)),
)


def methods(all_cells):
    """(cell id, compared with, how the ratio was measured) where the run says how."""
    rows = []
    for cell in all_cells:
        for name, kind, figures in _COMPARED:
            found = [how for how in (measured(getattr(cell, f)[kind]) for f in figures) if how]
            if found:
                rows.append((cell.id, name, found[0]))
    return rows


def measured(figure):
    """How a ratio was measured, in words; None where the run doesn't say."""
    if figure.method == "launches":
        return "launch by launch"
    if figure.method != "turns":
        return None
    parts = []
    if figure.rounds is not None:
        parts.append(words.plural(figure.rounds, "round"))
    if figure.foursomes is not None:
        parts.append(f"{words.plural(figure.foursomes, 'foursome')} used")
    if figure.left_out is not None:
        parts.append(f"{figure.left_out:,} left out as disturbed")
    return "in turns" + (": " if parts else "") + ", ".join(parts)


def failures(all_cells, launches):
    """(cell id, launch, status, reason, how it ended, last words) of every failed launch."""
    # A cell that takes turns in several groups has launches of the same number.
    records = {(r.get("cell"), r.get("launch")): r for r in launches if r["status"] != "ok"}
    rows = []
    for cell in all_cells:
        for item in cell.failed_launches:
            ending = records.get((cell.id, item["launch"]), {}).get("exit")
            how, tail = _ending(ending)
            rows.append((cell.id, item["launch"], item["status"].replace("_", " "),
                         item["reason"] or "no reason given", how, tail))
    return rows


def _ending(ending):
    if isinstance(ending, int):
        return f"exit {ending}", ""
    if not isinstance(ending, dict):
        return "not started", ""
    parts = []
    if ending.get("out_of_time"):
        parts.append("past its deadline")
    if ending.get("signal"):
        parts.append(str(ending["signal"]))
    elif ending.get("code") is not None:
        parts.append(f"exit {ending['code']}")
    if isinstance(ending.get("wall_seconds"), (int, float)):
        parts.append(f"after {words.seconds(ending['wall_seconds'])}")
    return ", ".join(parts) or "not started", str(ending.get("stderr_tail") or "").strip()


def launches(stored):
    """(cell id, launch, block, status, samples a second, windows, stopped by) of every launch."""
    rows = []
    for record in stored:
        summary = record.get("summary") or {}
        speed = (summary.get("samples_per_second") or {}).get("value")
        windows = ""
        if "windows_kept" in summary:
            dropped = sum(item["count"] for item in summary.get("windows_dropped", []))
            windows = f"{summary['windows_kept']:,}" + (f" ({dropped:,} dropped)" if dropped else "")
        status = record["status"].replace("_", " ")
        stopped = (record.get("disturbance") or {}).get("throttled_periods")
        if isinstance(stopped, int) and stopped > 0:
            status += ", throttled"
        rows.append((str(record.get("cell") or ""), _plain(record.get("launch")),
                     _plain(record.get("block")), status,
                     words.DASH if speed is None else words.count(speed), windows,
                     str(summary.get("stopped_by", "")).replace("_", " ")))
    return rows


def _plain(value):
    return "" if value is None else str(value)


def command(arguments):
    """A command as a shell takes it."""
    return text.command(arguments)


def report_of(sweep):
    """The command that reports the run of the sweep with these arguments."""
    output = "RUN"
    for word, following in zip(sweep, [*sweep[1:], "RUN"], strict=True):
        if word == "--output":
            output = following
        elif word.startswith("--output="):
            output = word.removeprefix("--output=")
    return [sweep[0] if sweep else "dpscale", "report", output]


def commands(all_cells):
    """(cell id, command or None) of every cell."""
    return [(c.id, command(c.command) if c.command else None) for c in all_cells]
