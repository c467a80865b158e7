# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Reads a run's folder: run.json, launches.jsonl, summary.json, each checked."""

import contextlib
import dataclasses
import os
import pathlib
import stat

from . import schemas, strict_json, text
from .errors import BAD_DATA, ReportError

#: Bounds as those of the programs that write and read the same files.
MOST_BYTES, LONGEST_LINE = 256 << 20, 64 << 20


@dataclasses.dataclass(frozen=True)
class StoredRun:
    """The files of a run, parsed; their texts are printable (text.cleaned)."""

    run: dict
    summary: dict
    launches: list  #: those of rounds too
    rounds: int  #: rounds in which cells took turns
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
    launches, rounds, torn = _journal(folder / "launches.jsonl")
    return StoredRun(text.cleaned(run), text.cleaned(summary), text.cleaned(launches), rounds, torn)


@contextlib.contextmanager
def _opened(path):
    """The regular file at `path`; whatever goes wrong with it is a ReportError."""
    try:
        # Without O_NONBLOCK the opening of a pipe waits for its writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise ReportError(BAD_DATA, f"{path}: is no file but a folder, a pipe or a device")
        with open(descriptor, "rb") as file:
            yield file
    except FileNotFoundError:
        raise ReportError(
            BAD_DATA, f"{path}: no such file; a run's folder holds run.json, launches.jsonl and"
            " summary.json (a sweep that was killed writes the last one when it is resumed)"
        ) from None
    except OSError as fault:
        raise ReportError(BAD_DATA, f"{path}: cannot be read: {os.strerror(fault.errno)}") from None


def _document(path, kind):
    with _opened(path) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ReportError(BAD_DATA, f"{path}: longer than {MOST_BYTES} bytes; is this a run's file?")
    document = strict_json.loads(data, path)
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
    records, rounds = [], 0
    with _opened(path) as file:
        for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), 1):
            where = f"{path}:{number}"
            if len(line) > LONGEST_LINE:
                raise ReportError(BAD_DATA, f"{where}: longer than {LONGEST_LINE} bytes, which no"
                                  " sweep writes; is this a run's journal?")
            if not line.endswith(b"\n"):
                return records, rounds, True
            if line.strip():
                entry = strict_json.loads(line, where)
                found = _launches_of_round(entry, where)
                rounds += found is not None
                for record in [entry] if found is None else found:
                    schemas.check(record, "record", where)
                    records.append(record)
    return records, rounds, False


def _launches_of_round(entry, where):
    """The launches of a line that holds a whole round of turns; None for one of a single launch."""
    if not isinstance(entry, dict) or not str(entry.get("schema")).startswith("dpscale.round/"):
        return None
    schemas.check_version(entry["schema"], "round", where)
    launches = entry.get("launches")
    if not isinstance(launches, list):
        raise ReportError(BAD_DATA, f"{where}: not a valid dpscale.round: at /launches: not a list")
    return launches
