# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Fills the templates: report.html, where every text is escaped, and report.md."""

import pathlib
import re

import jinja2
from markupsafe import Markup

from . import __version__, facts, figures, glossary, grouping, model, svg, tables, text, verdict, words

_TEMPLATES = pathlib.Path(__file__).parent / "templates"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$])")

#: Characters of one text in report.md; report.html has them all.
_MOST = 2000


def build(stored_run):
    """Everything the templates need, and nothing of it computed from anything but stored files."""
    cells = model.cells(stored_run)
    workloads = grouping.workloads(cells)
    rows, footnotes = tables.cells(cells)
    methods = tables.methods(cells)
    remarks, amiss = verdict.overview(cells, stored_run.run)
    if stored_run.torn:
        remarks.append("The journal's last line was cut off while it was written; that launch is"
                       " left out of the tables of launches.")
    with figures.style.applied():
        pictures = figures.all_pictures(workloads)
    summary = stored_run.summary
    return {
        "version": __version__, "summary": summary, "run": stored_run.run, "cells": cells,
        "workloads": workloads, "groups": verdict.groups(workloads, summary), "remarks": remarks,
        "amiss": amiss, "sections": figures.SECTIONS, "pictures": pictures, "rows": rows,
        "columns": tables.FIGURE_COLUMNS, "footnotes": footnotes,
        "failures": tables.failures(cells, stored_run.launches),
        "launches": tables.launches(stored_run.launches), "commands": tables.commands(cells),
        "sweep_command": tables.command(summary["plan"]["command"]),
        "report_command": tables.command(tables.report_of(summary["plan"]["command"])),
        "facts": [
            ("Machine", facts.machine(summary["environment"])),
            ("Programs", facts.software(summary["dpscale"], stored_run.launches)),
            ("Plan", facts.plan(stored_run, cells)),
            ("Data", facts.data(stored_run.launches)),
        ],
        "where": facts.headline(summary), "methods": methods,
        "glossary": glossary.terms(bool(methods)), "words": words,
    }


def render_files(pictures):
    """Draws every Picture: (file name -> bytes of figures/, slug -> SVG text for the page)."""
    files, inline = {}, {}
    with figures.style.applied():
        for picture in (p for group in pictures.values() for p in group):
            svg.lay_out(picture)
            root = svg.tree(picture)
            files[f"{picture.slug}.svg"] = svg.standalone(root)
            files[f"{picture.slug}.png"] = svg.png(picture)
            inline[picture.slug] = Markup(svg.inline(root))
    return files, inline


def html(context, inline):
    """The text of report.html."""
    return _environment(autoescape=True).get_template("report.html.j2").render(
        context, inline=inline, style=Markup((_TEMPLATES / "style.css").read_text(encoding="utf-8"))
    )


def markdown(context):
    """The text of report.md."""
    return _environment(autoescape=False).get_template("report.md.j2").render(context)


def _environment(autoescape):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES), autoescape=autoescape, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(md=_md, code=_code, fenced=_fenced)
    return environment


def _one_line(value):
    return text.shortened(str(value).replace("\n", " "), _MOST)


def _md(value):
    """A text that means nothing to Markdown, on one line."""
    return _SPECIAL.sub(r"\\\1", _one_line(value))


def _code(value):
    """A code span; in a table a bar must still be escaped, and HTML can't get out of one."""
    code = _one_line(value)
    if "\\|" in code:
        # Before an escaped bar the backslash would escape the escape: a table's row ends there.
        return _md(code)
    code = code.replace("|", "\\|")
    ticks = "`" * (1 + max((len(run) for run in re.findall(r"`+", code)), default=0))
    pad = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{ticks}{pad}{code}{pad}{ticks}"


def _fenced(value):
    """A block of code, behind a fence longer than any in it."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", str(value))), default=0))
    return f"{fence}text\n{value}\n{fence}"
