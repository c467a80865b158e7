# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Makes the whole report of a run."""

import pathlib

from . import output, page, run_folder


def make(run, target):
    """Reads the run's folder `run`, writes report.html, report.md and figures/ into `target`, and
    returns the path of report.html. Raises ReportError with one line."""
    stored = run_folder.load(run)
    context = page.build(stored)
    files, inline = page.render_files(context["pictures"])
    target = pathlib.Path(target)
    figures = target / "figures"
    output.folder(figures)
    for name, content in files.items():
        output.write(figures / name, content)
    output.write(target / "report.md", page.markdown(context).encode("utf-8"))
    # Last, so that a page that is there belongs to figures that are.
    written = target / "report.html"
    output.write(written, page.html(context, inline).encode("utf-8"))
    return written
