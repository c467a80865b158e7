# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""From launches to the summary of each case, and from that to the Markdown tables. Pure."""

from comparison import cases, statistics, words


def figures(launches, case, row):
    """{block: seconds a step} of the launches of a row that ended well."""
    return {one["block"]: one["step_seconds"] for one in launches
            if one["case"] == case and one["row"] == row and one["step_seconds"] is not None}


def _row(launches, case, row, missing):
    mine = [one for one in launches if one["case"] == case.name and one["row"] == row]
    found = figures(launches, case.name, row)
    reasons = sorted({one["reason"] for one in mine if one["step_seconds"] is None})
    absent = missing.get(cases.ROWS[row].framework)
    status = "ok" if found and not reasons else "partly failed" if found else "failed"
    if absent:
        status, reasons = "not installed", [absent]
    elif not mine:
        status, reasons = "not run", ["stopped before its first launch"]
    warm = [one["warmup"]["steps"] for one in mine if one["step_seconds"] is not None]
    return {"row": row, "title": cases.ROWS[row].title, "status": status,
            "reason": "; ".join(reasons) or None,
            "launches": {"run": len(mine), "ok": len(found)},
            "least_warmup_steps": min(warm, default=None),
            "step_seconds": statistics.geometric_mean(found.values()).as_json()}


def summarise(launches, case, missing=None):
    """One case: every row's step time, dpscale's ratio to each, to the fastest, and its goal."""
    rows = [_row(launches, case, row, missing or {}) for row in case.rows]
    ours = figures(launches, case.name, "dpscale")
    for row in rows:
        if row["row"] != "dpscale":
            theirs = figures(launches, case.name, row["row"])
            row["dpscale_speed_up"] = statistics.paired_ratio(theirs, ours).as_json()
    goal = _speed_up(rows, case.rivals)
    value = goal["speed_up"] and goal["speed_up"]["value"]
    reached = None if value is None else value >= case.goal
    return {"case": case.name, "model": case.model.layers, "batch": case.batch,
            "cores": case.cores, "rows": rows, "fastest": _speed_up(rows, case.rows),
            "goal": {**goal, "at_least": case.goal, "reached": reached}}


def _speed_up(rows, names):
    """The fastest row of `names` other than dpscale itself, and dpscale's speed-up over it."""
    found = [row for row in rows if row["row"] in names and row["row"] != "dpscale"
             and row["step_seconds"]["value"] is not None]
    row = min(found, key=lambda one: one["step_seconds"]["value"], default=None)
    return {"row": row and row["row"], "speed_up": row and row["dpscale_speed_up"]}


def _number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def interval(estimate, scale=1.0, show=_number):
    """"560 (551-570)", "560" without an interval, or a dash."""
    if estimate is None or estimate["value"] is None:
        return "—"
    text = show(estimate["value"] * scale)
    if estimate["low"] is not None:
        text += f" ({show(estimate['low'] * scale)}–{show(estimate['high'] * scale)})"
    return text


def _ratio(value):
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _case_table(summary):
    cores = "one core" if summary["cores"] == 1 else f"{summary['cores']} devices, a core each"
    yield f"### {summary['model']}, batch {summary['batch']}, {cores}"
    yield ""
    yield "| program | µs a step | dpscale is faster by | launches | note |"
    yield "|---|---:|---:|---:|---|"
    for row in sorted(summary["rows"], key=lambda r: r["step_seconds"]["value"] or float("inf")):
        count = row["launches"]
        note = row["reason"] or row["step_seconds"].get("reason") or ""
        shown = f"{row['status']}: {note}" if row["status"] != "ok" else note
        ratio = interval(row.get("dpscale_speed_up"), show=_ratio)
        yield (f"| {row['title']} | {interval(row['step_seconds'], 1e6)} | {ratio} "
               f"| {count['ok']}/{count['run']} | {words.field(shown)} |")
    yield ""


def _overview(summaries):
    yield "| case | dpscale, µs | fastest other, µs | dpscale is faster by | goal | reached |"
    yield "|---|---:|---|---:|---|---|"
    reached = {True: "yes", False: "no", None: "—"}
    for summary in summaries:
        by_name = {row["row"]: row for row in summary["rows"]}
        ours, other = by_name.get("dpscale"), by_name.get(summary["fastest"]["row"])
        shown = f"{other['title']}, {interval(other['step_seconds'], 1e6)}" if other else "—"
        goal = summary["goal"]
        against = cases.ROWS[goal["row"]].title if goal["row"] else "no row"
        yield (f"| {summary['case']} | {interval(ours and ours['step_seconds'], 1e6)} | {shown} "
               f"| {interval(summary['fastest']['speed_up'], show=_ratio)} "
               f"| {goal['at_least']} × {against}: {interval(goal['speed_up'], show=_ratio)} "
               f"| {reached[goal['reached']]} |")
    yield ""


def markdown(results):
    """The whole report of a results object as Markdown text."""
    machine, settings = results["environment"], results["settings"]
    versions = words.field(", ".join(f"{name} {v}" for name, v in sorted(results["versions"].items())))
    lines = ["# dpscale and the frameworks", "",
             f"{words.field(machine['cpu'])}, {machine['cores']} cores, {words.field(machine['os'])}; "
             f"{versions or '-'}; data: {words.field(settings['data'])}; {settings['blocks']} blocks, "
             f"{settings['windows']} windows of {settings['window_seconds']} s a launch, started {results['started_at']} "
             f"at a load average of {machine['load_average'][0]:.2f}.", "",
             "Value: geometric mean over launches (95 % interval). Speed-up: paired by block. "
             "Every row trains the same model with the same optimizer on the same data.", ""]
    if results["status"] != "complete":
        lines += [f"**{results['status']}: {results['done']} of {results['planned']} launches.**",
                  ""]
    lines += _overview(results["cases"])
    for summary in results["cases"]:
        lines += _case_table(summary)
    return "\n".join(lines)
