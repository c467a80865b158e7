# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Finds the project's JSON schemas and checks documents against them."""

import functools
import os
import pathlib
import re

import jsonschema
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from . import strict_json
from .errors import BAD_DATA, UNSUPPORTED, ReportError

#: Kind of document -> the highest version of its schema that this package reads.
KNOWN = {"run": 1, "record": 1, "summary": 1}
#: The same of what has no schema of its own: a round of turns, which is a list of records.
_PLAIN = {"round": 1}

_NAME = re.compile(r"dpscale\.([a-z_]+)/([0-9]+)\Z")


def folder():
    """Where the *.schema.json files are: DPSCALE_SCHEMAS, else beside an installed package
    (share/dpscale/schemas), else in the source tree. Raises ReportError where they are not."""
    package = pathlib.Path(__file__).resolve().parent
    named = os.environ.get("DPSCALE_SCHEMAS")
    places = [pathlib.Path(named)] if named else [
        package.parents[1] / "schemas",
        package.parents[1] / "trainers" / "protocol",
    ]
    for place in places:
        if all((place / f"{kind}.schema.json").is_file() for kind in KNOWN):
            return place
    raise ReportError(
        UNSUPPORTED,
        f"the schemas (run, record and summary .schema.json) are not in {places[-1]}; name their"
        " folder in DPSCALE_SCHEMAS",
    )


@functools.cache
def _validators(place):
    contents = {
        path.name: strict_json.loads(path.read_bytes(), path)
        for path in sorted(place.glob("*.schema.json"))
    }
    # Known by file name and by "$id", so that one schema can refer to another.
    registry = Registry().with_resources(
        (name, Resource.from_contents(content, default_specification=DRAFT7))
        for file_name, content in contents.items()
        for name in {file_name, content.get("$id", file_name)}
    )
    return {
        kind: jsonschema.Draft7Validator(contents[f"{kind}.schema.json"], registry=registry)
        for kind in KNOWN
    }


def check(document, kind, where):
    """Raises ReportError unless `document` is a `kind` of a version that is known, and valid."""
    if not isinstance(document, dict):
        raise ReportError(BAD_DATA, f"{where}: not a JSON object")
    check_version(document.get("schema"), kind, where)
    fault = jsonschema.exceptions.best_match(_validators(folder())[kind].iter_errors(document))
    if fault is not None:
        place = "/" + "/".join(str(part) for part in fault.absolute_path)
        message = fault.message if len(fault.message) < 200 else fault.message[:197] + "..."
        raise ReportError(BAD_DATA, f"{where}: not a valid dpscale.{kind}: at {place}: {message}")


def check_version(name, kind, where):
    """Raises ReportError unless `name` is that of a `kind` in a version that is known."""
    found = _NAME.match(name) if isinstance(name, str) else None
    latest = {**KNOWN, **_PLAIN}[kind]
    if not found or found[1] != kind:
        raise ReportError(
            BAD_DATA, f"{where}: its \"schema\" is {name!r}, not 'dpscale.{kind}/{latest}'"
        )
    if int(found[2]) > latest:
        raise ReportError(
            BAD_DATA,
            f"{where}: written by a newer dpscale ({name}; this one reads up to"
            f" dpscale.{kind}/{latest}); report with the version that made the run",
        )
