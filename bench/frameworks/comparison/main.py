# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The comparison: plans the launches, runs them one at a time, keeps results.json up to date."""

import datetime
import json
import os
import pathlib
import sys
import time

from comparison import cases, machine, options, schedule, summary, words
from comparison.environment import AVAILABILITY
from comparison.launch import Launcher
from comparison.words import say

SCHEMA = "dpscale.frameworks/1"
GIVE_UP_AFTER = 2  # failures in a row of one row in one case
OK, USAGE, MISSED, OUTPUT_FAILED, FAILED_ROWS, INTERRUPTED = 0, 2, 1, 8, 9, 130


def write_whole(path, text):
    """The file is there whole or not at all."""
    temporary = path.with_name(path.name + ".part")
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


class Comparison:
    """Runs the launches of `chosen` cases with `launcher` and sums them up."""

    def __init__(self, chosen, settings, launcher, missing, say=lambda line: None):
        self.cases, self.settings, self.missing = chosen, settings, missing
        self.launcher, self.say = launcher, say
        self.started, self.status = datetime.datetime.now(datetime.timezone.utc), "running"
        self.environment, self.launches = machine.describe(), []
        self.plan = [one for one in schedule.plan(chosen, settings.blocks, settings.seed)
                     if not missing.get(cases.ROWS[one.row].framework)]

    def run(self, keep=lambda: None):
        """All launches; calls `keep` after each. Ctrl-C leaves what there is."""
        begin = time.monotonic()
        for number, launch in enumerate(self.plan, 1):
            result = self._launch(launch)
            self.launches.append({"block": launch.block, "case": launch.case.name,
                                  "row": launch.row, **result})
            self.say(self._progress(number, launch, result, time.monotonic() - begin))
            keep()
        self.status = "complete"

    def _launch(self, launch):
        earlier = [one for one in self.launches
                   if (one["case"], one["row"]) == (launch.case.name, launch.row)]
        last = earlier[-GIVE_UP_AFTER:]
        if len(last) == GIVE_UP_AFTER and all(one["step_seconds"] is None for one in last):
            return {"status": "skipped", "reason": last[-1]["reason"], "step_seconds": None}
        begin = time.monotonic()
        return {**self.launcher(launch), "launch_seconds": time.monotonic() - begin}

    def _progress(self, number, launch, result, elapsed):
        left = elapsed / number * (len(self.plan) - number) / 60
        figure = result["step_seconds"]
        shown = f"{figure * 1e6:,.1f} us" if figure else f"{result['status']}: {result['reason']}"
        return (f"[{number}/{len(self.plan)}, {left:.0f} min left] {launch.case.name} "
                f"{launch.row}: {shown}")

    def results(self):
        """Everything, as results.json holds it."""
        versions = {}
        for one in self.launches:
            versions.update(one.get("versions", {}))
        return {"schema": SCHEMA, "status": self.status, "planned": len(self.plan),
                "done": len(self.launches), "started_at": self.started.isoformat("T", "seconds"),
                "environment": self.environment, "versions": versions,
                "settings": options.as_json(self.settings), "missing_frameworks": self.missing,
                "cases": [summary.summarise(self.launches, case, self.missing)
                          for case in self.cases],
                "launches": self.launches}


def store(folder, results):
    write_whole(folder / "results.json", json.dumps(results, indent=1, allow_nan=False) + "\n")
    write_whole(folder / "results.md", summary.markdown(results) + "\n")


def verdict(results, check):
    """The exit code of what came out."""
    rows = [row for case in results["cases"] for row in case["rows"]]
    if any(row["status"] in ("failed", "partly failed") for row in rows):
        return FAILED_ROWS
    if check and any(case["goal"]["reached"] is not True for case in results["cases"]):
        return MISSED
    return OK


def main(arguments):
    try:
        settings = options.parse(arguments)
        chosen = cases.choose(settings.cases, settings.rows)
        options.complete(settings, chosen)
    except (ValueError, OSError) as error:
        say(f"compare: {error}")
        return USAGE
    missing = json.loads((pathlib.Path(sys.prefix) / AVAILABILITY).read_text())
    comparison = Comparison(chosen, settings, Launcher(settings), missing, say)
    for warning in machine.warnings(comparison.environment):
        say(f"compare: {warning}")
    return conclude(comparison, settings)


def conclude(comparison, settings):
    """Runs, stores and prints; the exit code."""
    try:
        settings.output.mkdir(parents=True, exist_ok=True)
        try:
            comparison.run(lambda: store(settings.output, comparison.results()))
        except KeyboardInterrupt:
            comparison.status = "interrupted"
        results = comparison.results()
        store(settings.output, results)
    except OSError as error:
        say(f"compare: {settings.output}: {error}; choose another --output")
        return OUTPUT_FAILED
    print(summary.markdown(results))
    print(f"Stored in {words.line(settings.output)}: results.json, results.md")
    return INTERRUPTED if comparison.status == "interrupted" else verdict(results, settings.check)
