# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Prints "passed failed skipped" of a JUnit file (ctest's or pytest's), then a line per skip."""

import sys
import xml.etree.ElementTree as tree


def outcome(case):
    """passed, failed or skipped, of one testcase element."""
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    # ctest says it in an attribute too: run, fail, notrun or disabled.
    if case.get("status") in ("fail", "notrun", "disabled") and case.find("skipped") is None:
        return "failed" if case.get("status") == "fail" else "skipped"
    return "skipped" if case.find("skipped") is not None else "passed"


def label(case):
    """A case's name with its class, where that says more."""
    parent, name = case.get("classname") or "", case.get("name") or "?"
    return name if parent in ("", name) else f"{parent}.{name}"


def reason(case):
    """Why a case was skipped; empty where the file doesn't say."""
    skip = case.find("skipped")
    return (skip.get("message") or "").strip() if skip is not None else ""


def main(path):
    try:
        cases = list(tree.parse(path).iter("testcase"))
    except (OSError, tree.ParseError) as error:
        print(f"junit_counts: {path}: {error}", file=sys.stderr)
        return 7
    outcomes = [outcome(case) for case in cases]
    print(*(outcomes.count(kind) for kind in ("passed", "failed", "skipped")))
    for case, kind in zip(cases, outcomes):
        if kind == "skipped":
            print(f"skipped {label(case)} {reason(case)}".rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
