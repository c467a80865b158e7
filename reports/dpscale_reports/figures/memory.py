# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Peak memory of each device by category."""

from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .. import words
from ..model import CATEGORIES
from . import bars, style
from .phases import cells_of, name_of, why_absent
from .picture import Picture, slug

_HIDES_THE_REST = 0.6  # a dataset of this share of a bar is named above it and not drawn


def draw(workload):
    """The Pictures of one workload, one panel for each global batch."""
    # The same way in every panel, so that they can be compared.
    apart = _dataset_apart(workload.cells)
    return [_panel(workload, batch, apart) for batch in workload.batches]


def _panel(workload, batch, apart):
    picture = Picture(
        slug("memory", workload.name, f"b{batch}"), f"{workload.name}, batch {batch:,}",
        workload.name, panels=True,
    )
    cells = cells_of(workload, batch)
    rows = [bar for cell in cells for bar in _bars(cell, apart)]
    marked = any(bar.mark is not None for bar in rows)
    tick = Line2D([], [], color=style.INK, linewidth=2, marker="|", linestyle="none", markersize=9,
                  label="peak of all")
    bars.draw(picture, rows, style.CATEGORIES, _size_axis, [tick] if marked else [])
    left_out = " The dataset is named above each bar and not drawn." if apart else ""
    picture.alternative = (
        f"Stacked bars of peak memory per device by category: {workload.title}, global batch"
        f" {batch:,}.{left_out} " + " ".join(_said(c) for c in cells)
    )
    return picture


def _dataset_apart(cells):
    """Whether the dataset, the same for every cell, would hide all that differs."""
    for cell in cells:
        for device in cell.memory or []:
            if device.peaks.get("dataset", 0) > _HIDES_THE_REST * sum(device.peaks.values()):
                return True
    return False


def alike(devices):
    """Devices grouped where every figure is equal: [[0], [1, 2, 3]]."""
    groups = []
    for device in devices:
        same = next((g for g in groups if (g[0].peaks, g[0].total) == (device.peaks, device.total)), None)
        if same is None:
            groups.append([device])
        else:
            same.append(device)
    return groups


def _numbers(group):
    numbers = [d.device for d in group]
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"devices {numbers[0]}{words.DASH}{numbers[-1]}"
    return ("device " if len(numbers) == 1 else "devices ") + ", ".join(map(str, numbers))


def _bars(cell, apart):
    if cell.memory is None:
        return [bars.Bar(name_of(cell), [], cell.id, text=why_absent(cell, cell.no_memory))]
    return [_bar(cell, group, apart) for group in alike(cell.memory)]


def _bar(cell, group, apart):
    device, numbers = group[0], _numbers(group)
    label = name_of(cell)
    if cell.devices > 1:
        label += f", {'each of ' if len(group) > 1 else ''}{numbers}"
    if apart and "dataset" in device.peaks:
        label += f": + {words.size(device.peaks['dataset'])} dataset"
    parts = [
        (name, device.peaks[name], f"{cell.id}: {numbers}: {name} {words.size(device.peaks[name])}")
        for name in CATEGORIES
        if device.peaks.get(name, 0) > 0 and not (apart and name == "dataset")
    ]
    mark = None if apart else device.total
    tip = f"{cell.id}: {numbers}: peak of all {words.size(mark)}" if mark is not None else ""
    return bars.Bar(label, parts, cell.id, mark=mark, mark_tip=tip)


def _said(cell):
    if cell.memory is None:
        return f"{cell.id}: {why_absent(cell, cell.no_memory)}."
    said = []
    for group in alike(cell.memory):
        parts = [f"{n} {words.size(group[0].peaks[n])}" for n in CATEGORIES if group[0].peaks.get(n)]
        if group[0].total is not None:
            parts.append(f"peak of all {words.size(group[0].total)}")
        said.append(f"{_numbers(group)}: {words.listed(parts)}")
    return f"{cell.id}: {'; '.join(said)}."


def _size_axis(axes, longest):
    factor, unit = next(
        ((f, u) for f, u in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")) if longest >= f),
        (1, "bytes"),
    )
    ticks = MaxNLocator(5).tick_values(0, longest / factor if longest else 1)
    axes.set_xticks([t * factor for t in ticks if 0 <= t * factor <= 1.04 * max(longest, 1)])
    axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v / factor:g}"))
    axes.set_xlabel(f"peak, {unit}")
