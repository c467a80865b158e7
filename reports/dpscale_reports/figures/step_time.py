# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Seconds of a step against the global batch, both axes logarithmic."""

from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullFormatter, NullLocator

from .. import words
from . import marks, style
from .picture import Picture, slug


def draw(workload):
    """The Pictures of one workload: one for each variant; one of the plain cells where there is
    no variant."""
    if not workload.variants:
        plains = {c.global_batch: c for c in workload.cells if c.plain}
        return [_figure(workload, None, plains)]
    return [_figure(workload, variant, variant.plains) for variant in workload.variants]


def _figure(workload, variant, plains):
    several = len(workload.variants) > 1
    title = f"Step time: {workload.name}" + (f", {variant.label}" if several else "")
    picture = Picture(slug("step-time", workload.name, *([variant.label] if several else [])),
                      title, workload.name)
    axes = picture.axes()
    plot = marks.LinePlot(picture, axes, words.seconds)
    batches = set(plains)
    if plains:
        look = {"color": style.INK, "marker": "*", "linestyle": (0, (2, 1.5))}
        plot.series("plain, 1 device",
                    [(b, c, c.step_seconds) for b, c in sorted(plains.items())], look)
    for index, count in enumerate(variant.device_counts if variant else []):
        cells = variant.on(count)
        batches |= {c.global_batch for c in cells}
        plot.series(f"{variant.key[0]}, {words.devices(count)}",
                    [(c.global_batch, c, c.step_seconds) for c in cells], style.line(index))
    _axes(plot, axes, sorted(batches))
    plot.legend()
    picture.alternative = (
        f"Logarithmic line plot of the time of a step against the global batch: {workload.title}"
        + (f", {variant.label}" if variant else "") + f". {' '.join(plot.said)}"
    )
    return picture


def _axes(plot, axes, batches):
    axes.set_xscale("log", base=2)
    axes.set_xlim(batches[0] / 1.5, batches[-1] * 1.5)
    axes.xaxis.set_major_locator(FixedLocator(_apart(batches)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:,.0f}"))
    plot.scale(logarithmic=True)
    if not plot.empty:
        axes.yaxis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5), numticks=12))
        axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda v, _: words.seconds(v)))
    axes.set_xlabel("global batch")
    axes.set_ylabel("time of a step")


def _apart(batches):
    """As many of the batches, from the largest down, as have room for their labels."""
    least = max(1.8, (batches[-1] / batches[0]) ** (1 / 7))
    kept = [batches[-1]]
    for batch in reversed(batches[:-1]):
        if kept[-1] / batch >= least:
            kept.append(batch)
    return kept[::-1]
