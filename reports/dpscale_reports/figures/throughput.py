# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Samples per second against devices, one panel for each global batch, with the ideal line."""

from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullFormatter, NullLocator

from .. import words
from . import marks, style
from .picture import Picture, slug

_WIDE_RANGE = 8  # more devices than this, and both axes are logarithmic


def draw(workload):
    """The Pictures of one workload."""
    return [_panel(workload, batch) for batch in workload.batches]


def _panel(workload, batch):
    picture = Picture(
        slug("throughput", workload.name, f"b{batch}"), f"{workload.name}, batch {batch:,}",
        workload.name, panels=True,
    )
    axes = picture.axes()
    plot = marks.LinePlot(picture, axes, lambda v: f"{words.count(v)} samples/s")
    plains = workload.plains_at(batch)
    lines = [(v, v.at(batch)) for v in workload.variants if v.at(batch)]
    counts = sorted({c.devices for _, cells in lines for c in cells} | {c.devices for c in plains})
    _ideal(plot, plains, counts)
    plain_look = {"color": style.INK, "marker": "*", "linestyle": "none"}
    for plain in plains:
        options = "".join(f", {k}={v}" for k, v in plain.options.items())
        plot.series(f"plain{options}", [(plain.devices, plain, plain.samples_per_second)],
                    plain_look)
    for index, (variant, cells) in enumerate(lines):
        plot.series(variant.label, [(c.devices, c, c.samples_per_second) for c in cells],
                    style.line(index))
    _axes(plot, axes, counts)
    plot.legend()
    picture.alternative = (
        f"Line plot of samples per second against the number of devices: {workload.title}, global"
        f" batch {batch:,}. {' '.join(plot.said)} The dashed ideal line is the number of devices"
        " times the plain baseline."
    )
    return picture


def _ideal(plot, plains, counts):
    label = "ideal"
    for plain in plains:
        figure = plain.samples_per_second
        if figure.exists and counts[-1] > 1:
            ends = [1, counts[-1]]
            plot.reference(label, ends, [n * figure.value for n in ends])


def _axes(plot, axes, counts):
    wide = counts[-1] > _WIDE_RANGE
    if wide:
        axes.set_xscale("log", base=2)
    else:
        axes.set_xlim(min(0.6, counts[0] - 0.4), counts[-1] + 0.4)
    axes.xaxis.set_major_locator(FixedLocator(counts))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g}"))
    plot.scale(logarithmic=wide)
    axes.yaxis.set_major_formatter(FuncFormatter(_thousands))
    if wide and not plot.empty:
        axes.yaxis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5)))
        axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("devices")
    axes.set_ylabel("samples / s")


def _thousands(value, _position):
    for factor, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:g}{unit}"
    return f"{value:g}"
