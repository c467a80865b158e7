# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Stacked bars with each bar's name above it, which leaves the whole width to the bars."""

import dataclasses

from matplotlib.patches import Patch

from ..text import shortened
from . import style


@dataclasses.dataclass
class Bar:
    """One bar: `parts` is (name, value, tooltip) from left to right; `text` stands in for a bar
    that isn't there."""

    label: str
    parts: list
    cell_id: str
    text: str | None = None
    mark: float | None = None  #: a value to mark with a tick
    mark_tip: str = ""


def draw(picture, bars, looks, unit_axis, legend_extra=()):
    """Draws `bars` into a new drawing of `picture`; `looks` is name -> (colour, hatch)."""
    axes = picture.axes(1.75 + 0.47 * len(bars))
    for row, bar in enumerate(bars):
        _bar(picture, axes, row, bar, looks)
    longest = max((max(sum(p[1] for p in b.parts), b.mark or 0) for b in bars), default=0)
    axes.set_xlim(0, 1.04 * longest if longest > 0 else 1)
    axes.set_ylim(len(bars) - 0.45, -0.75)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(axis="y", visible=False)
    if longest > 0:
        unit_axis(axes, longest)
    else:
        axes.set_xticks([])
    used = [name for name in looks if any(p[0] == name for b in bars for p in b.parts)]
    handles = [
        Patch(facecolor=looks[name][0], hatch=looks[name][1], edgecolor=style.INK, linewidth=0.5,
              label=name) for name in used
    ] + list(legend_extra)
    longest_name = max((len(h.get_label()) for h in handles), default=0)
    columns = 3 if longest_name > 9 else 4
    picture.drawing.legend(handles=handles, loc="outside lower left", ncols=columns, handlelength=1.3,
                           handleheight=1.0, columnspacing=1.0)


def _bar(picture, axes, row, bar, looks):
    axes.text(0, row - 0.27, shortened(bar.label, 80), va="bottom", ha="left", fontsize=8.5, color=style.INK)
    left = 0.0
    for name, value, tip in bar.parts:
        colour, hatch = looks[name]
        patch, = axes.barh([row], [value], left=left, height=0.46, color=colour, hatch=hatch,
                           edgecolor=style.INK, linewidth=0.5, zorder=3)
        patch.set_gid(picture.point(tip))
        left += value
    if bar.mark is not None:
        axes.plot([bar.mark, bar.mark], [row - 0.3, row + 0.3], color=style.INK, linewidth=2,
                  zorder=4, gid=picture.point(bar.mark_tip))
    if bar.text is not None:
        # An empty bar of the right height carries the tooltip.
        axes.text(0, row, bar.text, va="center", ha="left", fontsize=8.5, color=style.VERMILLION,
                  fontweight="bold", gid=picture.point(f"{bar.cell_id}: {bar.text}"))
