# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Values and intervals from launches. Pure functions.

The launch is the unit of replication: a launch's figure is the median of its windows, a row's value
the geometric mean of its launches with Student's t on the logarithms. A ratio of two rows is taken
block by block, so that what drifts between blocks cancels.
"""

import dataclasses
import math
import statistics

from scipy import stats

LEAST_FOR_INTERVAL = 3


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval; low and high are None where `reason` says why."""

    value: float | None
    low: float | None = None
    high: float | None = None
    count: int = 0
    reason: str | None = None

    def as_json(self):
        found = dataclasses.asdict(self)
        return {key: value for key, value in found.items() if key != "reason" or value}


def median_step(windows):
    """Seconds a step: the median over windows of {seconds, steps}."""
    return statistics.median(window["seconds"] / window["steps"] for window in windows)


def _from_logarithms(logarithms, confidence=0.95):
    count = len(logarithms)
    if not count:
        return Estimate(None, reason="no launch gave a figure")
    mean = statistics.fmean(logarithms)
    if count < LEAST_FOR_INTERVAL:
        return Estimate(math.exp(mean), count=count, reason=f"n = {count}, no inference")
    error = statistics.stdev(logarithms) / math.sqrt(count)
    half = stats.t.ppf((1 + confidence) / 2, count - 1) * error
    return Estimate(math.exp(mean), math.exp(mean - half), math.exp(mean + half), count)


def geometric_mean(figures):
    """Estimate of a row from its launches' figures (all positive)."""
    return _from_logarithms([math.log(figure) for figure in figures])


def paired_ratio(numerator, denominator):
    """Estimate of numerator / denominator from {block: figure} each; blocks with both count."""
    shared = sorted(numerator.keys() & denominator.keys())
    return _from_logarithms([math.log(numerator[b] / denominator[b]) for b in shared])
