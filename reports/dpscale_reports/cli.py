# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The command line: parses it, runs it, turns faults into one line and an exit code."""

import argparse
import logging
import pathlib
import sys
import warnings

from . import __version__, errors, report, text

EXIT_CODES = """exit codes: 0 done; 2 wrong usage; 6 something needed is not installed;
7 the run's files are missing, damaged or of a newer version; 8 the output could not be written"""


class _Once(argparse.Action):
    """An option's value; the option given twice is a fault, as in the other programs."""

    def __call__(self, command, options, value, name=None):
        if getattr(options, self.dest) is not None:
            raise argparse.ArgumentError(self, "given more than once")
        setattr(options, self.dest, value)


class _Parser(argparse.ArgumentParser):
    """Wrong usage is one line."""

    def error(self, message):
        self.exit(errors.USAGE, f"{errors.ReportError(errors.USAGE, f'{self.prog}: {message}').line}"
                  "; see --help\n")


def parser():
    """The command line's grammar."""
    top = _Parser(
        prog="dpscale_reports",
        description="Makes readable reports of the runs that dpscale sweep stored.",
        epilog=EXIT_CODES,
    )
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    make = commands.add_parser(
        "report",
        help="write report.html, report.md and figures/ of a run",
        description="Reads run.json, launches.jsonl and summary.json of a run's folder and writes "
        "report.html (one file that needs no other), report.md, and figures/ as PNG and SVG.",
        epilog=EXIT_CODES,
    )
    make.add_argument("run", metavar="RUN", type=pathlib.Path, help="the run's folder")
    make.add_argument(
        "--output",
        action=_Once,
        metavar="DIR",
        type=pathlib.Path,
        help="where to write, made where it is missing (default: into RUN)",
    )
    return top


def main(arguments):
    """Runs `arguments` and returns the exit code; never raises for what a user can cause."""
    # Matplotlib tells of building its font cache, which is no business of the reader's.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    # Nor is a name in a script that its font lacks; the page's own fonts have it.
    warnings.filterwarnings("ignore", message="Glyph .* missing from")
    options = parser().parse_args(arguments)
    try:
        written = report.make(options.run, options.output or options.run)
    except errors.ReportError as fault:
        print(f"dpscale_reports: {fault.line}", file=sys.stderr)
        return fault.code
    except KeyboardInterrupt:
        print("dpscale_reports: interrupted; the report is not whole", file=sys.stderr)
        return errors.INTERRUPTED
    print(f"report: {text.printable(written)}")
    return errors.OK
