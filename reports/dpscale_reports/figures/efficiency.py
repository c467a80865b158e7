# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Strong or weak efficiency, each in figures of its own: never both in one."""

from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter, NullLocator

from .. import words
from . import marks, style
from .picture import Picture, slug

_KINDS = {
    "strong": ("Strong efficiency", "global batch", lambda c: c.global_batch, lambda c: c.strong),
    "weak": ("Weak efficiency", "samples per device", lambda c: c.device_batch, lambda c: c.weak),
}


def draw(workload, kind):
    """The Pictures of one workload: one for each variant that ran on several devices."""
    pictures = (_figure(workload, variant, kind) for variant in workload.variants)
    return [picture for picture in pictures if picture is not None]


def shown(variant, kind):
    """The cells a figure of `kind` shows. An oversubscribed cell measures the scheduler, not the
    strategy; a cell whose batch the devices don't divide has no weak figure at all."""
    _, _, batch_of, _ = _KINDS[kind]
    return [
        c for c in variant.cells
        if c.devices > 1 and not c.oversubscribed and batch_of(c) is not None
    ]


def _figure(workload, variant, kind):
    name, batch_name, batch_of, efficiency_of = _KINDS[kind]
    cells = shown(variant, kind)
    if not cells:
        return None
    several = len(workload.variants) > 1
    title = f"{name}: {workload.name}" + (f", {variant.label}" if several else "")
    picture = Picture(slug(kind, workload.name, *([variant.label] if several else [])), title,
                      workload.name)
    axes = picture.axes()
    plot = marks.LinePlot(picture, axes, words.percent)
    counts, batches = sorted({c.devices for c in cells}), sorted({batch_of(c) for c in cells})
    # The longer of the two goes along the axis, the other becomes lines.
    along_devices = len(counts) >= len(batches)
    places, others = (counts, batches) if along_devices else (batches, counts)
    place_of, other_of = (lambda c: c.devices, batch_of) if along_devices else (batch_of, lambda c: c.devices)
    for index, other in enumerate(others):
        members = sorted((c for c in cells if other_of(c) == other), key=place_of)
        shift = 0.09 * (index - (len(others) - 1) / 2)
        label = f"{batch_name} {other:,}" if along_devices else words.devices(other)
        plot.series(label, [(places.index(place_of(c)) + shift, c, efficiency_of(c)["plain"])
                            for c in members], style.line(index))
    _axes(axes, places, "devices" if along_devices else batch_name,
          [efficiency_of(c)["plain"] for c in cells])
    plot.reference("100 %", [-0.5, len(places) - 0.5], [1, 1])
    plot.legend()
    picture.alternative = (
        f"{name} against the plain baseline, with intervals: {workload.title}, {variant.label}."
        f" {' '.join(plot.said)}"
    )
    return picture


def _axes(axes, places, label, figures):
    axes.set_xlim(-0.5, len(places) - 0.5)
    axes.xaxis.set_major_locator(FixedLocator(range(len(places))))
    axes.xaxis.set_major_formatter(FixedFormatter([f"{p:,}" for p in places]))
    axes.xaxis.set_minor_locator(NullLocator())
    if len(places) > 7:
        axes.tick_params(axis="x", rotation=45)
    axes.set_xlabel(label)
    axes.set_ylabel("efficiency")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{100 * v:.0f} %"))
    lows = [f.value if f.low is None else f.low for f in figures if f.known]
    highs = [f.value if f.high is None else f.high for f in figures if f.known]
    bottom = min([*lows, 0.95])
    # From zero, unless all of it lies in the upper half; then the axis shows what differs.
    axes.set_ylim(0 if bottom < 0.5 else int(10 * bottom) / 10 - 0.1, max([*highs, 1.0]) + 0.04)
