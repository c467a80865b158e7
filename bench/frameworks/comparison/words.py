# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Somebody else's words (a worker's last line, a version, a folder) on their way to people."""

import pathlib
import sys

# The report's rules for such text; that module needs no package but the standard library.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "reports"))

from dpscale_reports import text  # noqa: E402


def line(words):
    """On one line, for a terminal."""
    return text.shortened(text.printable(words), 2000)


def say(words):
    """A line on standard error."""
    print(line(words), file=sys.stderr, flush=True)


def field(words):
    """As a field of a Markdown table."""
    safe = text.shortened(text.printable(words), 300)
    return "".join(f"\\{c}" if c in "\\`*_[]<>|$" else c for c in safe)
