# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""A finished figure: its drawing, what it is called, and what it says in words."""

import dataclasses
import re

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Drawing

from ..text import shortened

# Inches. The page shows panels three in a row and others two, and a phone one, so that these widths
# give about the same size of letters everywhere.
WIDTH, PANEL_WIDTH = 4.7, 4.0


@dataclasses.dataclass
class Picture:
    """One figure of the report. `points` maps an element's gid to the tooltip it gets."""

    slug: str  #: file name without its ending, and the id on the page
    title: str
    workload: str
    alternative: str = ""  #: what the figure shows, for those who can't see it
    points: dict = dataclasses.field(default_factory=dict)
    drawing: Drawing | None = None
    panels: bool = False  #: one of several that belong side by side

    def axes(self, height=3.2):
        """Starts the drawing and returns its axes."""
        self.drawing = Drawing(figsize=(PANEL_WIDTH if self.panels else WIDTH, height), layout="constrained")
        FigureCanvasAgg(self.drawing)
        axes = self.drawing.add_subplot()
        axes.set_title(shortened(self.title, 60), wrap=False)
        return axes

    def point(self, tip):
        """The gid of a new element whose tooltip is `tip`."""
        gid = f"point-{len(self.points) + 1}"
        self.points[gid] = tip
        return gid


def slug(*parts):
    """A file name from words: lower case, nothing but letters, digits, dots and dashes, and short
    enough for any file system."""
    text = "-".join(str(part) for part in parts).lower()
    return re.sub(r"[^a-z0-9.]+", "-", text).strip("-.")[:100] or "figure"


def unique(pictures):
    """Gives pictures whose slugs are equal (names that differ in signs only) a number."""
    taken = set()
    for picture in pictures:
        plain, number = picture.slug, 1
        while picture.slug in taken:
            number += 1
            picture.slug = f"{plain}-{number}"
        taken.add(picture.slug)
    return pictures
