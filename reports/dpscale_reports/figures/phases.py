# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Where the time of a step goes: one bar for each cell, plain beside the multi-device ones."""

from matplotlib.ticker import FuncFormatter, MaxNLocator

from .. import words
from ..model import PHASES
from . import bars, style
from .picture import Picture, slug


def draw(workload):
    """The Pictures of one workload, one panel for each global batch."""
    return [_panel(workload, batch) for batch in workload.batches]


def _panel(workload, batch):
    picture = Picture(
        slug("phases", workload.name, f"b{batch}"), f"{workload.name}, batch {batch:,}",
        workload.name, panels=True,
    )
    cells = cells_of(workload, batch)
    bars.draw(picture, [_bar(c) for c in cells], style.PHASES, _seconds_axis)
    picture.alternative = (
        f"Stacked bars of the time of a step by phase: {workload.title}, global batch {batch:,}. "
        + " ".join(_said(c) for c in cells)
    )
    return picture


def cells_of(workload, batch):
    """The plain baselines at a batch, then each variant by devices."""
    return workload.plains_at(batch) + [c for v in workload.variants for c in v.at(batch)]


def name_of(cell):
    """"mirrored, 2 devices"; long options are cut, the tooltip has the whole id."""
    name = ", ".join([cell.strategy or "plain", *(f"{k}={v}" for k, v in cell.options.items())])
    name = name if len(name) < 38 else name[:36] + "…"
    return f"{name}, {words.devices(cell.devices)}"


def why_absent(cell, reason):
    """A few words for a bar that isn't there."""
    return cell.status.replace("_", " ") if not cell.ok else f"no figure: {_short(reason)}"


def _short(reason):
    return reason if len(reason) < 44 else reason[:42] + "…"


def _bar(cell):
    if cell.phases is None:
        return bars.Bar(name_of(cell), [], cell.id, text=why_absent(cell, cell.no_phases))
    parts = [
        (phase, cell.phases[phase], f"{cell.id}: {phase} {words.seconds(cell.phases[phase])}")
        for phase in PHASES if cell.phases.get(phase, 0) > 0
    ]
    step = cell.step_seconds
    label = name_of(cell) + (f": {words.seconds(step.value)}" if step.exists else "")
    if cell.oversubscribed:
        label += " (oversubscribed)"
    return bars.Bar(label, parts, cell.id)


def _said(cell):
    if cell.phases is None:
        return f"{cell.id}: {why_absent(cell, cell.no_phases)}."
    parts = [f"{p} {words.seconds(cell.phases[p])}" for p in PHASES if cell.phases.get(p, 0) > 0]
    return f"{cell.id}: {words.listed(parts)}."


def _seconds_axis(axes, longest):
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: words.seconds(v) if v else "0"))
    axes.set_xlabel("seconds of a step, mean over ranks and launches" if longest >= 1
                    else "time of a step, mean over ranks and launches")
