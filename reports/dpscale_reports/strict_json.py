# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""JSON as its standard has it: no NaN, no infinity, no key twice in an object."""

import json
import math

from .errors import BAD_DATA, ReportError


def loads(data, where):
    """Parses `data` (bytes, UTF-8); `where` names the source in the fault's line."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise ReportError(BAD_DATA, f"{where}: not UTF-8 at byte {fault.start}") from None
    try:
        return json.loads(
            text,
            object_pairs_hook=lambda pairs: _object(pairs, where),
            parse_constant=lambda word: _refuse(word, where),
            parse_float=lambda digits: _finite(digits, where),
        )
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno} column {fault.colno}"
        raise ReportError(BAD_DATA, f"{where}: not JSON at {place}: {fault.msg}") from None
    except RecursionError:
        raise ReportError(BAD_DATA, f"{where}: nested too deeply to be a run's file") from None
    except ValueError as fault:  # an integer of thousands of digits
        raise ReportError(BAD_DATA, f"{where}: not JSON: {fault}") from None


def _object(pairs, where):
    made = dict(pairs)
    if len(made) != len(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise ReportError(BAD_DATA, f"{where}: the key {key!r} is twice in one object")
            seen.add(key)
    return made


def _refuse(word, where):
    raise ReportError(
        BAD_DATA,
        f"{where}: holds {word}, which is no JSON number; a figure that does not exist is "
        '{"value": null, "reason": ...}',
    )


def _finite(digits, where):
    value = float(digits)
    if not math.isfinite(value):
        _refuse(digits, where)
    return value
