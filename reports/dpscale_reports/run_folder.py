# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Reads a run's folder: run.json, launches.jsonl, summary.json, each checked."""

import dataclasses
import os
import pathlib

from . import schemas, strict_json
from .errors import BAD_DATA, ReportError


@dataclasses.dataclass(frozen=True)
class StoredRun:
    """The files of a run, parsed."""

    run: dict
    summary: dict
    launches: list  #: those of rounds too
    rounds: int  #: rounds in which cells took turns
    torn: bool  #: the journal's last line was cut off while it was written, and is left out


def load(folder):
    """The run in `folder`; raises ReportError with one line for whatever is wrong with it."""
    folder = pathlib.Path(folder)
    if not folder.is_dir():
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
    launches, rounds, torn = _journal(folder / "launches.jsonl")
    return StoredRun(run, summary, launches, rounds, torn)


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
    """The records, the number of rounds, and whether a torn last line was left out: a sweep writes
    whole lines, so one without an end is a write that was cut off."""
    data = _read(path)
    whole, _, rest = data.rpartition(b"\n")
    records, rounds = [], 0
    for number, line in enumerate(whole.split(b"\n") if whole else [], 1):
        if line.strip():
            where = f"{path}:{number}"
            entry = strict_json.loads(line, where)
            found = _launches_of_round(entry, where)
            rounds += found is not None
            for record in [entry] if found is None else found:
                schemas.check(record, "record", where)
                records.append(record)
    return records, rounds, bool(rest)


def _launches_of_round(entry, where):
    """The launches of a line that holds a whole round of turns; None for one of a single launch."""
    if not isinstance(entry, dict) or not str(entry.get("schema")).startswith("dpscale.round/"):
        return None
    schemas.check_version(entry["schema"], "round", where)
    launches = entry.get("launches")
    if not isinstance(launches, list):
        raise ReportError(BAD_DATA, f"{where}: not a valid dpscale.round: at /launches: not a list")
    return launches
