# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The one kind of fault a user sees: a line that says what, where and what to do."""

from . import text

# The suite's exit codes (trainers/protocol/exit_code.hpp) that this program ends with.
OK = 0
USAGE = 2
UNSUPPORTED = 6
BAD_DATA = 7
OUTPUT_FAILED = 8
INTERRUPTED = 130


#: Characters of a fault's line, whatever names it holds.
_BEARABLE = 2000


class ReportError(Exception):
    """Ends the program with `code` after printing `line`."""

    def __init__(self, code, line):
        super().__init__(line)
        self.code = code
        self.line = text.shortened(text.printable(" ".join(str(line).split())), _BEARABLE)
