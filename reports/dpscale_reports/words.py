# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Numbers in words: with unit, digits that mean something, and no-break spaces."""

import math

from .model import TOO_WIDE

NBSP = "\u00a0"
DASH = "\u2013"


def count(value):
    """12345.6 -> "12,346"; four digits where there are fewer before the point."""
    if value >= 1000 or float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:.4g}"


def percent(value):
    """0.9654 -> "96.5 %"."""
    return f"{100 * value:.1f}{NBSP}%"


def ratio(value):
    """1.934 -> "1.93"."""
    return f"{value:.2f}"


def _scaled(value, steps):
    factor, unit = next(((f, u) for f, u in steps if abs(value) >= f), steps[-1])
    number = value / factor
    if number >= 1000:
        return f"{number:,.0f}{NBSP}{unit}"
    return f"{number:.3g}{NBSP}{unit}" if number < 100 else f"{number:.0f}{NBSP}{unit}"


def seconds(value):
    """0.000312 -> "312 µs"."""
    if value == 0:
        return f"0{NBSP}s"
    return _scaled(value, [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")])


def size(value):
    """Bytes, in powers of 1024: 5242880 -> "5 MiB"."""
    if value < 1024:
        return f"{value:.0f}{NBSP}B"
    return _scaled(value, [(1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")])


def interval(low, high, form, between=" to "):
    """"1.91 to 1.95", "95.6 to 97.4 %"; an empty string without an interval."""
    if low is None or high is None:
        return ""
    first, last = form(low), form(high)
    number, space, unit = first.partition(NBSP)
    if space and last.endswith(space + unit):
        first = number
    return f"{first}{between}{last}"


def wide(low, high, form, between=" to "):
    """An interval that stands for its figure, "81 to 103 %": per cent are whole, and rounded
    outwards, so that the words claim no more than the bounds."""
    if form is not percent:
        return interval(low, high, form, between)
    off = 1e-9  # what a product of 100 is off by must not move a bound that is whole
    return f"{math.floor(100 * low + off)}{between}{math.ceil(100 * high - off)}{NBSP}%"


def stated(figure, form):
    """A Figure that is known: "96.5 % (95.6 to 97.4 %)", or "81 to 103 % (too wide for one figure)"."""
    if figure.too_wide:
        return f"{wide(figure.low, figure.high, form)} ({TOO_WIDE})"
    within = interval(figure.low, figure.high, form)
    return form(figure.value) + (f" ({within})" if within else "")


def devices(number):
    return "1 device" if number == 1 else f"{number} devices"


def cores(number):
    """1.5 -> "1.5 cores"."""
    return f"{number:.4g} {'core' if number == 1 else 'cores'}"


def listed(parts):
    """["a", "b", "c"] -> "a, b and c"."""
    parts = list(parts)
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1] if parts else ""


def plural(number, noun):
    ending = "" if number == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{ending}"
