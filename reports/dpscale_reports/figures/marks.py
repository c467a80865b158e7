# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""What the line plots share: points with interval, lines, cells without a figure, legends."""

import math

from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.transforms import blended_transform_factory

from .. import words
from ..text import shortened
from . import style

_ABSENT = {
    "failed": {"marker": "X", "color": style.VERMILLION, "markerfacecolor": style.VERMILLION},
    "no figure": {"marker": "_", "color": style.MUTED, "markerfacecolor": style.PAPER},
}
_BAR = Path([(-0.5, -1), (0.5, -1), (0, -1), (0, 1), (-0.5, 1), (0.5, 1)],
            [Path.MOVETO, Path.LINETO] * 3)  #: an upright bar with ends, for the legend
_ABSENT_LABELS = {"failed": "failed cell", "no figure": "no figure"}


def tip(cell, figure, form):
    """A point's tooltip: its cell and what it shows."""
    if not figure.known:
        state = "" if cell.ok else f"{cell.status}: "
        why = cell.reason if not cell.ok and cell.reason else figure.reason
        return f"{cell.id}: {state}{why or 'no figure'}"
    if figure.too_wide:
        within = words.wide(figure.low, figure.high, form)
        text = f"{cell.id}: {within} ({figure.wide_because})"
    else:
        text = f"{cell.id}: {words.stated(figure, form)}"
    if cell.oversubscribed:
        text += ", oversubscribed"
    return text


def _short(linestyle):
    """A style of line whose dashes, which grow with a line's width, fit a short, wide bar."""
    if isinstance(linestyle, str):
        return linestyle
    start, lengths = linestyle
    return start, tuple(length / 3 for length in lengths)


class LinePlot:
    """Draws series of cells into axes and remembers what the legend and the text need."""

    def __init__(self, picture, axes, form):
        self.picture, self.axes, self.form = picture, axes, form
        self.handles, self.said, self._kinds, self._drawn = [], [], set(), False

    def series(self, label, points, look):
        """`points`: (x, cell, Figure) in order of x. Draws the line, the points, the intervals."""
        drawn = [(x, c, f) for x, c, f in points if f.known]
        self._drawn = self._drawn or bool(drawn)
        # A gap in the line where there is no one figure.
        self.axes.plot([x for x, _, _ in points],
                       [f.value if f.exists else math.nan for _, _, f in points],
                       color=look["color"], linestyle=look["linestyle"], zorder=3)
        for x, cell, figure in drawn:
            draw = self._wide if figure.too_wide else self._point
            draw(x, cell, figure, look)
        for x, cell, figure in points:
            if not figure.known:
                self._absent(x, cell, figure)
        self.handles.append(Line2D([], [], label=shortened(label, 40), **look))
        if points:
            tips = "; ".join(tip(c, f, self.form) for _, c, f in points)
            self.said.append(f"{label}: {tips}.")

    def _point(self, x, cell, figure, look):
        if figure.has_interval:
            self.axes.errorbar([x], [figure.value], ecolor=look["color"], fmt="none", elinewidth=1.3,
                               yerr=[[max(0, figure.value - figure.low)],
                                     [max(0, figure.high - figure.value)]], capsize=3, zorder=4)
        inside = style.PAPER if cell.oversubscribed else look["color"]
        if cell.oversubscribed:
            self._kinds.add("oversubscribed")
        # The baseline lies above what may coincide with it, and is smaller than that.
        star = look["marker"] == "*"
        self.axes.plot([x], [figure.value], linestyle="none", marker=look["marker"],
                       color=look["color"], markerfacecolor=inside, zorder=7 if star else 5,
                       markersize=11 if star else 7, markeredgecolor=style.PAPER if star else look["color"],
                       markeredgewidth=0.8 if star else 1,
                       gid=self.picture.point(tip(cell, figure, self.form)))

    def _wide(self, x, cell, figure, look):
        """The interval alone, as a bar in the line's look: a marker would claim a place in it."""
        self._kinds.add("too wide")
        self.axes.plot([x, x], [figure.low, figure.high], color=look["color"], zorder=4,
                       linestyle=_short(look["linestyle"]), linewidth=3, marker="_", markersize=12,
                       markeredgewidth=2, solid_capstyle="butt",
                       gid=self.picture.point(tip(cell, figure, self.form)))

    def _absent(self, x, cell, figure):
        kind = "no figure" if cell.ok else "failed"
        self._kinds.add(kind)
        where = blended_transform_factory(self.axes.transData, self.axes.transAxes)
        self.axes.plot([x], [0.035], linestyle="none", transform=where, clip_on=False, zorder=6,
                       markersize=8, gid=self.picture.point(tip(cell, figure, self.form)),
                       **_ABSENT[kind])

    def reference(self, label, xs, ys):
        """A dashed line to compare with, no measurement."""
        self.axes.plot(xs, ys, color=style.MUTED, linestyle=(0, (4, 3)), linewidth=1.3, zorder=2)
        self.handles.append(Line2D([], [], color=style.MUTED, linestyle=(0, (4, 3)), linewidth=1.3,
                                   label=label))

    def scale(self, logarithmic):
        """Sets the y axis; where there is no figure it has no scale, but room for the marks."""
        if not self._drawn:
            self.axes.set_ylim(0, 1)
            self.axes.set_yticks([])
        elif logarithmic:
            self.axes.set_yscale("log")
        else:
            self.axes.set_ylim(0, 1.03 * self.axes.get_ylim()[1])

    @property
    def empty(self):
        """Whether no series has had a figure."""
        return not self._drawn

    def legend(self):
        """Below the axes, where it hides nothing."""
        for kind, look in _ABSENT.items():
            if kind in self._kinds:
                self.handles.append(Line2D([], [], linestyle="none", label=_ABSENT_LABELS[kind],
                                           markersize=7, **look))
        if "too wide" in self._kinds:
            self.handles.append(Line2D([], [], linestyle="none", marker=_BAR, markersize=9,
                                       markeredgewidth=2, color=style.INK,
                                       label="interval, too wide for one figure"))
        if "oversubscribed" in self._kinds:
            self.handles.append(Line2D([], [], linestyle="none", marker="o", color=style.INK,
                                       markerfacecolor=style.PAPER, label="hollow: oversubscribed"))
        longest = max((len(h.get_label()) for h in self.handles), default=0)
        columns = 1 if longest > 34 else 2 if longest > 17 else 3
        self.picture.drawing.legend(handles=self.handles, loc="outside lower left", ncols=columns,
                                    handlelength=2.6, columnspacing=1.2)
