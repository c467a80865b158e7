# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""What the summary holds, as objects. Nothing is computed here: every figure is a stored one."""

import dataclasses

PHASES = ("input", "forward", "loss", "backward", "exchange", "wait", "optimizer", "other")
CATEGORIES = (
    "parameters", "gradients", "optimizer", "activations", "workspace", "communication", "dataset",
)

TOO_WIDE = "too wide for one figure"


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure and its interval; `value` is None where it does not exist, and `reason` says why.
    An interval without a value is too wide for one figure: what is known is the interval."""

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str | None = None  #: why there is no value or no interval, or a remark on them
    method: str | None = None  #: of a ratio: "turns" or "launches"; None where the run doesn't say
    rounds: int | None = None  #: of turns
    foursomes: int | None = None  #: used
    left_out: int | None = None  #: foursomes that were disturbed

    @property
    def exists(self):
        return self.value is not None

    @property
    def has_interval(self):
        return self.low is not None and self.high is not None

    @property
    def too_wide(self):
        return not self.exists and self.has_interval

    @property
    def known(self):
        """Whether there is a value or, without one, an interval."""
        return self.exists or self.has_interval

    @property
    def wide_because(self):
        """Of an interval that is too wide: that it is, and what the reason says would help."""
        before, found, after = (self.reason or "").partition(TOO_WIDE)
        advice = (after if found else before).strip(" ;,.")
        return f"{TOO_WIDE}; {advice}" if advice else TOO_WIDE


def figure(stored):
    """A Figure of what the file holds: an object, a plain number, or nothing."""
    if isinstance(stored, dict):
        return Figure(**{field.name: stored.get(field.name) for field in dataclasses.fields(Figure)})
    return Figure(stored, reason=None if stored is not None else "not recorded")


@dataclasses.dataclass(frozen=True)
class Device:
    """Peak memory of one device, in bytes; `peaks` by category."""

    device: int
    peaks: dict
    total: float | None


@dataclasses.dataclass(frozen=True)
class Cell:
    """One cell of the sweep."""

    number: int  #: its place in the summary, from 1
    id: str
    program: str
    workload: str
    model: str | None
    strategy: str | None
    devices: int
    global_batch: int
    device_batch: int | None
    options: dict
    role: str
    status: str
    reason: str | None
    launches_ok: int
    launches_planned: int
    samples_per_second: Figure
    step_seconds: Figure
    speed_up: dict  #: "plain" and "self" -> Figure; the efficiencies too
    strong: dict
    weak: dict
    phases: dict | None  #: phase -> seconds of a step
    hidden_exchange: float | None
    no_phases: str | None  #: why there are none
    memory: list | None
    no_memory: str | None
    flags: tuple
    command: list | None
    failed_launches: list
    baselines: dict  #: "strong_plain", "weak_plain", ... -> a cell's id or None

    @property
    def ok(self):
        return self.status == "ok"

    @property
    def oversubscribed(self):
        return "oversubscribed" in self.flags

    @property
    def throttled(self):
        return "throttled" in self.flags

    @property
    def plain(self):
        return self.role == "plain_baseline"

    @property
    def variant(self):
        """What else than devices and batch tells it from others: strategy and options."""
        return (self.strategy or "plain", tuple(sorted(self.options.items())))


def _pair(stored):
    stored = stored or {}
    if "value" in stored:  # one reason for both
        return {"plain": figure(stored), "self": figure(stored)}
    return {name: figure(stored.get(name)) for name in ("plain", "self")}


def _phases(stored):
    """(seconds by phase or None, hidden exchange, reason)."""
    stored = stored or {}
    found = {}
    for phase in PHASES:
        value = stored.get(f"{phase}_seconds")
        if isinstance(value, (int, float)):
            found[phase] = value
    if not found:
        return None, None, stored.get("reason") or "not recorded"
    hidden = stored.get("exchange_hidden_seconds")
    return found, hidden if isinstance(hidden, (int, float)) else None, None


def _memory(stored):
    """(list of Device or None, reason)."""
    stored = stored or {}
    devices = []
    for item in stored.get("devices") or []:
        peaks = {k: v for k, v in (item.get("peak_bytes") or {}).items() if isinstance(v, (int, float))}
        total = item.get("total_peak_bytes")
        total = total if isinstance(total, (int, float)) else None
        if peaks or total is not None:
            devices.append(Device(item.get("device", len(devices)), peaks, total))
    return (devices, None) if devices else (None, stored.get("reason") or "not recorded")


def cell(number, stored, planned):
    """The Cell of one entry of summary.json and, where there is one, of run.json's `planned`."""
    key = stored["key"]
    phases, hidden, no_phases = _phases(stored.get("phases"))
    memory, no_memory = _memory(stored.get("memory"))
    return Cell(
        number=number, id=stored["id"], program=key["program"],
        workload=key.get("preset") or key.get("model") or "unnamed model", model=key.get("model"),
        strategy=key.get("strategy"), devices=key["devices"], global_batch=key["global_batch"],
        device_batch=key.get("device_batch"),
        options={k: str(v) for k, v in (key.get("options") or {}).items()},
        role=stored["role"], status=stored["status"], reason=stored.get("reason"),
        launches_ok=stored["launches"]["ok"], launches_planned=stored["launches"]["planned"],
        samples_per_second=figure(stored.get("samples_per_second")),
        step_seconds=figure(stored.get("step_seconds")), speed_up=_pair(stored.get("speed_up")),
        strong=_pair(stored.get("strong_efficiency")), weak=_pair(stored.get("weak_efficiency")),
        phases=phases, hidden_exchange=hidden, no_phases=no_phases, memory=memory,
        no_memory=no_memory, flags=tuple(stored.get("flags") or ()), command=stored.get("command"),
        failed_launches=stored.get("failed_launches") or [],
        baselines=(planned or {}).get("baselines") or {},
    )


def cells(stored_run):
    """Every cell of the run, in the summary's order."""
    planned = {c["id"]: c for c in stored_run.run.get("cells", []) if isinstance(c, dict) and "id" in c}
    return [
        cell(number, item, planned.get(item["id"]))
        for number, item in enumerate(stored_run.summary["cells"], 1)
    ]
