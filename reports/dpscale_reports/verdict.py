# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""What a run says, in careful words. Every number is a stored one; where intervals overlap or are
missing the words say so."""

import dataclasses

from . import tables, words
from .model import TOO_WIDE

_NO_INTERVALS = (
    "There were fewer than three launches a cell, so there are no intervals, and chance may have"
    " decided."
)


@dataclasses.dataclass
class Number:
    """A figure in large print."""

    name: str
    text: str
    interval: str
    at: str


@dataclasses.dataclass
class Verdict:
    """What one number of devices gives, for one workload and variant."""

    devices: int
    state: str  #: pays, partly, loses or unknown
    badge: str
    lead: str
    remarks: list  #: what limits it, and how it was measured
    numbers: list = dataclasses.field(default_factory=list)
    sentences: list = dataclasses.field(default_factory=list)  #: the numbers in words


@dataclasses.dataclass
class Group:
    """The verdicts of one workload and variant."""

    workload: object
    variant: object
    verdicts: list
    price: str | None  #: what the multi-device program costs on one device


def groups(workloads, summary):
    """The Groups of a run, in the order of its cells."""
    crossovers = {_key(c): c for c in summary["crossovers"]}
    result = []
    for workload in workloads:
        for variant in workload.variants:
            verdicts = [
                _verdict(workload, variant, count, crossovers)
                for count in variant.device_counts if count > 1
            ]
            result.append(Group(workload, variant, verdicts, _price(variant)))
    return result


def _key(crossover):
    options = {k: str(v) for k, v in (crossover.get("options") or {}).items()}
    name = crossover["preset"] or crossover["model"] or "unnamed model"
    return (name, (crossover["strategy"], tuple(sorted(options.items()))), crossover["devices"])


def outcome(figure):
    """wins, loses, open (the interval holds 1) or none, by a speed-up against one device."""
    if not figure.exists:
        return "none"
    low, high = (figure.low, figure.high) if figure.has_interval else (figure.value, figure.value)
    if low > 1:
        return "wins"
    return "loses" if high < 1 else "open"


def _verdict(workload, variant, count, crossovers):
    cells = variant.on(count)
    counted = [c for c in cells if not c.oversubscribed and c.speed_up["plain"].exists]
    crossover = crossovers.get((workload.name, variant.key, count)) or {}
    smallest = crossover.get("smallest_global_batch")
    who = words.devices(count)
    if not counted:
        why = crossover.get("reason") or "no cell has a figure"
        lead = f"Whether {who} beat one can't be told: {why}."
        return Verdict(count, "unknown", "can't tell", lead, _gaps(cells))
    if smallest is not None:
        state, badge = "pays", f"pays from batch {smallest:,}"
        lead = _pays(who, smallest, counted)
    else:
        state, badge, lead = _does_not_pay(who, counted)
    at_largest, remarks = counted[-1], []
    if any(not c.speed_up["plain"].has_interval for c in counted):
        state, badge, remarks = "unknown", f"tentative: {badge}", [_NO_INTERVALS]
    remarks += _limits(at_largest) + _gaps(cells) + _how(at_largest)
    return Verdict(count, state, badge, lead, remarks, _numbers(at_largest), _in_words(at_largest))


def _batches(cells):
    return words.listed(f"{c.global_batch:,}" for c in cells)


def _pays(who, smallest, counted):
    below = [c for c in counted if c.global_batch < smallest]
    if not below:
        return f"{who} beat one from batch {smallest:,} on, the smallest measured."
    lead = f"{who} beat one from batch {smallest:,} on; "
    kinds = {outcome(c.speed_up["plain"]) for c in below}
    if kinds == {"loses"}:
        return f"{lead}below that they lose (measured at {_batches(below)})."
    if kinds == {"open"}:
        return f"{lead}below that (at {_batches(below)}) the intervals can't tell them from one."
    return f"{lead}below that {_each(below)}."


def _does_not_pay(who, counted):
    kinds = {outcome(c.speed_up["plain"]) for c in counted}
    if kinds == {"loses"}:
        return ("loses", "loses",
                f"{who} lose to one at every batch measured ({_batches(counted)}).")
    if kinds == {"open"}:
        return ("unknown", "can't tell",
                f"{who} can't be told from one: at every batch measured ({_batches(counted)}) the"
                " interval holds both.")
    if outcome(counted[-1].speed_up["plain"]) == "open":
        return ("unknown", "not shown to pay",
                f"It isn't shown that {who} beat one from any batch on: {_each(counted)}.")
    return ("partly", "no lasting gain",
            f"{who} lose to one at the largest batch measured: {_each(counted)}.")


def _each(cells):
    """"they lose at 32 and 64; at 128 the intervals can't tell"."""
    forms = {"loses": "they lose at {}", "wins": "they win at {}",
             "open": "at {} the intervals can't tell"}
    parts = []
    for kind, form in forms.items():
        members = [c for c in cells if outcome(c.speed_up["plain"]) == kind]
        if members:
            parts.append(form.format(_batches(members)))
    return "; ".join(parts)


def _efficiencies(cell):
    """(name, Figure, where) of a cell; no weak one where the devices don't share its batch evenly."""
    found = [("strong efficiency", cell.strong["plain"], f"at batch {cell.global_batch:,}")]
    if cell.device_batch is not None:
        where = f"at {words.plural(cell.device_batch, 'sample')} a device"
        found.append(("weak efficiency", cell.weak["plain"], where))
    return found


def _in_words(cell):
    speed_up = cell.speed_up["plain"]
    within = words.interval(speed_up.low, speed_up.high, words.ratio)
    return [
        f"At batch {cell.global_batch:,}, the largest with a figure, they are"
        f" {words.ratio(speed_up.value)} times as fast as the plain program on one"
        + (f" ({within})." if within else ".")
    ] + [
        f"Their {name} {where} is {words.stated(figure, words.percent)}."
        for name, figure, where in _efficiencies(cell) if figure.exists
    ]


def _limits(cell):
    """An efficiency that only an interval is known of, why one is missing, and what is odd about one
    that isn't."""
    lines = []
    for name, figure, where in _efficiencies(cell):
        if figure.too_wide:
            within = words.wide(figure.low, figure.high, words.percent)
            advice = figure.wide_because.removeprefix(TOO_WIDE)
            lines.append(f"{words.devices(cell.devices)} reach {within} of ideal ({TOO_WIDE}) in {name}"
                         f" {where}{advice}.")
        elif not figure.exists:
            lines.append(f"No {name} {where}: {figure.reason}.")
        elif figure.has_interval and figure.reason:
            lines.append(f"The {name} {where} is {figure.reason}.")
    return lines


def _how(cell):
    """How its ratios to the plain program were measured, where the run says so."""
    return [
        f"The {name} {where} was measured {how}."
        for name, figure, where in [
            ("speed-up", cell.speed_up["plain"], f"at batch {cell.global_batch:,}"),
            *(e for e in _efficiencies(cell) if e[0].startswith("weak")),
        ] if (how := tables.measured(figure))
    ]


def _gaps(cells):
    lines = []
    crowded = [c for c in cells if c.oversubscribed and c.ok]
    if crowded:
        lines.append(f"Not counted, because it is oversubscribed (more threads than physical cores):"
                     f" batch {_batches(crowded)}.")
    for cell in cells:
        if not cell.ok:
            why = f" ({cell.reason})" if cell.reason else ""
            lines.append(f"Batch {cell.global_batch:,} is missing: {cell.status.replace('_', ' ')}{why}.")
    return lines


def _numbers(cell):
    speed_up = cell.speed_up["plain"]
    numbers = [Number("speed-up", f"{words.ratio(speed_up.value)}×",
                      words.interval(speed_up.low, speed_up.high, words.ratio),
                      f"at batch {cell.global_batch:,}")]
    for name, figure, where in _efficiencies(cell):
        if figure.too_wide:
            within = words.wide(figure.low, figure.high, words.percent, words.DASH)
            numbers.append(Number(name, within, TOO_WIDE, where))
        elif figure.exists:
            numbers.append(Number(name, words.percent(figure.value),
                                  words.interval(figure.low, figure.high, words.percent), where))
        else:
            numbers.append(Number(name, words.DASH, "", where))
    return numbers


def _price(variant):
    """The multi-device program on one device against the plain one, smallest and largest batch."""
    selves = [c for c in variant.on(1) if c.strong["plain"].known]
    if not selves:
        return None
    ends = selves if len(selves) == 1 else [selves[0], selves[-1]]
    parts = [
        f"{words.stated(c.strong['plain'], words.percent)} at batch {c.global_batch:,}" for c in ends
    ]
    return ("Of the plain program's throughput, the multi-device program on one device reaches"
            f" {words.listed(parts)}.")


def _busy(environment):
    """A caution where the machine had other work when the sweep began."""
    load, cores = environment.get("load_average"), environment.get("cpu", {}).get("cores")
    if not isinstance(load, list) or not isinstance(cores, int) or load[0] <= 0.5 * cores:
        return []
    return [f"The machine was busy when the sweep began: a load of {load[0]:g} on"
            f" {words.plural(cores, 'physical core')}. If that went on, devices had to share their"
            " cores: figures are too low and intervals too wide."]


def _quota(environment):
    """A caution where the control group allows less processor time than the machine has."""
    quota, cores = environment.get("cpu_quota_cores"), environment.get("cpu", {}).get("cores")
    if not isinstance(quota, (int, float)) or isinstance(cores, int) and quota >= cores:
        return []
    of = f" on {words.plural(cores, 'physical core')}" if isinstance(cores, int) else ""
    return [f"A CPU quota of {words.cores(quota)} was in force{of}: devices were counted up to its"
            " whole cores. A quota stops a program that has used up its share until the next period"
            " begins, which shows as slow steps; cells in which that happened are marked throttled."]


def _throttled(cells):
    """A caution where the quota stopped programs while they were measured."""
    stopped = [c for c in cells if c.throttled]
    if not stopped:
        return []
    return [f"In {words.plural(len(stopped), 'cell')} the control group's CPU quota stopped a program"
            " while it was measured. Those figures are of the quota, not of the program; they are"
            " marked throttled in the table."]


def overview(cells, run):
    """(sentences on the run as a whole, whether anything is amiss)."""
    failed = [c for c in cells if not c.ok]
    lines = []
    state = run.get("state")
    if state in ("interrupted", "running"):
        lines.append("The sweep had not finished when its figures were computed, so cells or"
                     " launches are missing.")
    if failed and len(failed) == len(cells):
        lines.append("No cell finished well, so there is nothing to compare.")
    elif failed:
        lines.append(f"{len(failed)} of {words.plural(len(cells), 'cell')} did not finish well and"
                     " publish no figure; the table shows each with its reason.")
    if cells and not any(c.devices > 1 for c in cells):
        lines.append("Only one device was measured, so this run says nothing about scaling.")
    lines += _quota(run["environment"]) + _throttled(cells) + _busy(run["environment"])
    return lines, bool(failed) or state in ("interrupted", "running")
