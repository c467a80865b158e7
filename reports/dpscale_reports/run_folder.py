# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Reads a run's folder: run.json, launches.jsonl, summary.json, each checked."""

import dataclasses
import os
import pathlib

from . import schemas, strict_json, text
from .errors import BAD_DATA, ReportError


@dataclasses.dataclass(frozen=True)
class StoredRun:
    """The files of a run, parsed; their texts are printable (text.cleaned)."""

    run: dict
    summary: dict
    launches: list
    torn: bool  #: the journal's last line was cut off while it was written, and is left out


def load(folder):
    """The run in `folder`; raises ReportError with one line for whatever is wrong with it."""
    folder = pathlib.Path(folder)
    if not os.path.isdir(folder):  # false for a name that no file system takes, too
        raise ReportError(BAD_DATA, f"{folder}: no such folder; name one that dpscale sweep wrote")
    run = _document(folder / "run.json", "run")
    summary = _document(folder / "summary.json", "summary")
    if run.get("run_id") != summary.get("run_id"):
        raise ReportError(
            BAD_DATA,
            f"{folder}: run.json and summary.json are of different runs ({run.get('run_id')} and"
            f" {summary.get('run_id')})",
        )
    _check_ids(summary, folder / "summary.json")
    launches, torn = _journal(folder / "launches.jsonl")
    return StoredRun(text.cleaned(run), text.cleaned(summary), text.cleaned(launches), torn)


def _read(path):
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise ReportError(
            BAD_DATA, f"{path}: no such file; a run's folder holds run.json, launches.jsonl and"
            " summary.json (a sweep that was killed writes the last one when it is resumed)"
        ) from None
    except OSError as fault:
        raise ReportError(BAD_DATA, f"{path}: cannot be read: {os.strerror(fault.errno)}") from None


def _document(path, kind):
    document = strict_json.loads(_read(path), path)
    schemas.check(document, kind, path)
    return document


def _check_ids(summary, where):
    seen = set()
    for cell in summary["cells"]:
        if cell["id"] in seen:
            raise ReportError(BAD_DATA, f"{where}: the cell {cell['id']} is there twice")
        seen.add(cell["id"])


def _journal(path):
    """The records, and whether a torn last line was left out: a sweep writes whole lines, so one
    without an end is a write that was cut off."""
    data = _read(path)
    whole, _, rest = data.rpartition(b"\n")
    records = []
    for number, line in enumerate(whole.split(b"\n") if whole else [], 1):
        if line.strip():
            where = f"{path}:{number}"
            record = strict_json.loads(line, where)
            schemas.check(record, "record", where)
            records.append(record)
    return records, bool(rest)
