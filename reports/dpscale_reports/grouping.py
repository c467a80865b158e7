# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Sorts cells to what is compared: workloads, and in them variants (a strategy with its options)."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Variant:
    """The cells of one workload that differ only in devices and batch, and their plain baselines."""

    key: tuple
    cells: list
    plains: dict  #: global batch -> the plain baseline's cell

    @property
    def label(self):
        strategy, options = self.key
        return ", ".join([strategy, *(f"{name}={value}" for name, value in options)])

    @property
    def device_counts(self):
        return sorted({c.devices for c in self.cells})

    def at(self, batch):
        """Its cells at a global batch, by devices."""
        return sorted((c for c in self.cells if c.global_batch == batch), key=lambda c: c.devices)

    def on(self, devices):
        """Its cells on that many devices, by batch."""
        return sorted((c for c in self.cells if c.devices == devices), key=lambda c: c.global_batch)


@dataclasses.dataclass(frozen=True)
class Workload:
    """A preset or a model, with all its cells."""

    name: str
    model: str | None
    cells: list
    variants: list

    @property
    def title(self):
        return self.name if self.model in (None, self.name) else f"{self.name} ({self.model})"

    @property
    def batches(self):
        """Global batches that several devices ran; where none did, all of them."""
        several = {c.global_batch for c in self.cells if c.devices > 1}
        return sorted(several or {c.global_batch for c in self.cells})

    def plains_at(self, batch):
        """The plain baselines at a batch (several where options differ), each once."""
        return [c for c in self.cells if c.plain and c.global_batch == batch]


def _matching_plain(cell, plains):
    """A plain cell at the same batch whose options are among the cell's, for runs whose run.json
    names no baselines; the one that shares most."""
    fitting = [
        p for p in plains
        if p.global_batch == cell.global_batch and p.options.items() <= cell.options.items()
    ]
    return max(fitting, key=lambda p: len(p.options), default=None)


def _variant(key, cells, plains):
    by_id = {p.id: p for p in plains}
    found = {}
    for cell in cells:
        for name in ("strong_plain", "weak_plain"):
            plain = by_id.get(cell.baselines.get(name))
            if plain is not None:
                found.setdefault(plain.global_batch, plain)
        if cell.global_batch not in found and not cell.baselines:
            plain = _matching_plain(cell, plains)
            if plain is not None:
                found[cell.global_batch] = plain
    return Variant(key, cells, dict(sorted(found.items())))


def workloads(cells):
    """The Workloads of `cells`, in order of first appearance."""
    by_name = {}
    for cell in cells:
        by_name.setdefault(cell.workload, []).append(cell)
    result = []
    for name, group in by_name.items():
        plains = [c for c in group if c.plain]
        by_key = {}
        for cell in group:
            if not cell.plain:
                by_key.setdefault(cell.variant, []).append(cell)
        model = next((c.model for c in group if c.model), None)
        variants = [_variant(key, members, plains) for key, members in by_key.items()]
        result.append(Workload(name, model, group, variants))
    return result
