# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The figures of a report. To add one: a module with draw(workload) -> [Picture], and a line in
SECTIONS; the page and the Markdown take it from there."""

import dataclasses
from collections.abc import Callable

from . import efficiency, memory, phases, step_time, throughput
from .picture import Picture, unique


@dataclasses.dataclass(frozen=True)
class Section:
    """A heading of the report with its figures; `explanation` says how to read them."""

    id: str
    title: str
    explanation: str
    draw: Callable
    none: str  #: what stands there when a run gives no figure


SECTIONS = (
    Section(
        "throughput", "Throughput against devices",
        "Samples really processed by all devices in a second. The dashed line is ideal scaling: the"
        " plain program's throughput times the number of devices. Bars are 95 % intervals over"
        " launches; where none shows, it is smaller than its mark, or there were fewer than three"
        " launches.",
        throughput.draw, "No cell of this run can be shown here.",
    ),
    Section(
        "strong", "Strong efficiency",
        "The same work on more devices: the global batch stays, so each device's share shrinks."
        " 100 % means that N devices are N times as fast as the plain program on one.",
        lambda workload: efficiency.draw(workload, "strong"),
        "No cell ran on several devices (oversubscribed ones are not shown here), so there is no"
        " strong efficiency.",
    ),
    Section(
        "weak", "Weak efficiency",
        "More work on more devices: each device keeps its share of samples, so the global batch"
        " grows. 100 % means that N devices do N times the work of the plain program in its time.",
        lambda workload: efficiency.draw(workload, "weak"),
        "No cell ran on several devices with an even share of the batch (oversubscribed ones are"
        " not shown here), so there is no weak efficiency.",
    ),
    Section(
        "step-time", "Time of a step against batch",
        "Where a line is flat, the step costs the same whatever is in it: overhead rules, and more"
        " devices can't help. Where it rises with the batch, computing rules. Both axes are"
        " logarithmic.",
        step_time.draw, "No cell of this run can be shown here.",
    ),
    Section(
        "phases", "Where the step's time goes",
        "The mean over ranks and launches. Exchange is communication while nothing else ran, wait"
        " is time spent waiting for the slowest rank; what was hidden behind computing is not in"
        " the bar.",
        phases.draw, "No cell of this run can be shown here.",
    ),
    Section(
        "memory", "Memory of each device",
        "The largest peak of each category over the launches. Categories peak at different"
        " moments, so the peak of all can be smaller than the whole bar.",
        memory.draw, "No cell of this run can be shown here.",
    ),
)


def all_pictures(workloads):
    """Section -> its Pictures, drawn; slugs are unique over all of them."""
    made = {s.id: [p for w in workloads for p in s.draw(w)] for s in SECTIONS}
    unique([picture for pictures in made.values() for picture in pictures])
    return made


__all__ = ["SECTIONS", "Picture", "Section", "all_pictures"]
