# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Writes files whole or not at all: beside their place, to disk, then renamed into it."""

import os
import pathlib
import tempfile

from .errors import OUTPUT_FAILED, ReportError


def folder(path):
    """Makes `path` a folder where it isn't one; raises ReportError where that can't be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise ReportError(
            OUTPUT_FAILED, f"{path}: no folder can be made here: {os.strerror(fault.errno)}; name"
            " another --output"
        ) from None


def write(path, content):
    """Puts `content` (bytes) into `path`."""
    path = pathlib.Path(path)
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fchmod(file.fileno(), 0o666 & ~_umask())
            os.fsync(file.fileno())
        os.replace(temporary, path)
        temporary = None
    except OSError as fault:
        raise ReportError(
            OUTPUT_FAILED, f"{path}: cannot be written: {os.strerror(fault.errno)}; free some space"
            " or name another --output"
        ) from None
    finally:
        if temporary is not None:
            pathlib.Path(temporary).unlink(missing_ok=True)


def _umask():
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
