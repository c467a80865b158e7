# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Every JSON file parses, without NaN; every *.schema.json is a draft-07 schema."""

import json
import pathlib
import sys

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sources  # noqa: E402

DRAFT = "http://json-schema.org/draft-07/schema#"


def refuse(word):
    raise ValueError(f"{word} is not JSON")


def faults(root):
    for path in sources.walk(root):
        if path.suffix != ".json":
            continue
        try:
            content = json.loads((root / path).read_text(encoding="utf-8"), parse_constant=refuse)
            if path.name.endswith(".schema.json"):
                if content.get("$schema") != DRAFT:
                    yield f'{path}: "$schema" is not "{DRAFT}"'
                jsonschema.Draft7Validator.check_schema(content)
        except (ValueError, jsonschema.SchemaError) as error:
            yield f"{path}: {str(error).splitlines()[0]}"


def main(root):
    found = list(faults(pathlib.Path(root)))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
