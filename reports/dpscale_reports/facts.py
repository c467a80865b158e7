# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""What was run and where, as lists of (name, text), from the stored documents."""

from . import words


def _text(value):
    """A stored fact as text; a fact that does not exist says why."""
    if isinstance(value, dict) and "reason" in value:
        return f"not known ({value['reason']})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_text(v) for v in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{k} {_text(v)}" for k, v in value.items()) or "none"
    return "not recorded" if value is None else str(value)


def _size(value):
    return words.size(value) if isinstance(value, (int, float)) else _text(value)


def _cores(value):
    return words.cores(value) if isinstance(value, (int, float)) else _text(value)


def _amount(value, noun):
    return words.plural(value, noun) if isinstance(value, int) else f"{noun}s {_text(value)}"


def headline(summary):
    """Machine, date and commit on one line."""
    environment, dpscale = summary["environment"], summary["dpscale"]
    parts = []
    if "cpu" in environment:
        parts += [_text(environment["host"]), _text(environment["cpu"]["model"])]
    parts += [summary["created_at"], f"dpscale {dpscale['version']} ({dpscale['commit']})"]
    return " · ".join(parts)


def machine(environment):
    """The host."""
    if "cpu" not in environment:
        return [("Environment", _text(environment))]
    cpu = environment["cpu"]
    parts = [_amount(cpu[k], noun) for k, noun in (
        ("sockets", "socket"), ("cores", "physical core"), ("threads", "thread"),
        ("usable_threads", "usable thread"), ("numa_nodes", "NUMA node")) if k in cpu]
    facts = [
        ("Host", _text(environment["host"])),
        ("System", f"{_text(environment['os'])}; kernel {_text(environment['kernel'])}"),
        ("Processor", _text(cpu["model"])),
        ("Cores", ", ".join(parts)),
    ]
    if cpu.get("caches"):
        facts.append(("Caches", ", ".join(
            f"L{c['level']} {c['type']} {words.size(c['bytes'])} × {c['count']}" for c in cpu["caches"])))
    facts += [("Frequency governor", _text(cpu["governor"])), ("Memory", _size(environment["memory_bytes"]))]
    if "memory_limit_bytes" in environment:
        facts.append(("Memory limit", _size(environment["memory_limit_bytes"])))
    if "cpu_quota_cores" in environment:
        facts.append(("CPU quota", _cores(environment["cpu_quota_cores"])))
    facts.append(("Load at the start (1, 5, 15 min)", _text(environment["load_average"])))
    for key, name in (("virtualisation", "Virtualisation"), ("container", "Container")):
        if key in environment:
            facts.append((name, _text(environment[key])))
    facts.append(("GPUs", "; ".join(_text(g.get("name") or g) for g in environment["gpus"]) or "none"))
    return facts


def _distinct(launches, *path):
    """The different values at `path` in the records, in order of appearance."""
    found = []
    for record in launches:
        value = record
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is not None and value not in found:
            found.append(value)
    return found


def software(dpscale, launches):
    """The programs, by what their records say."""
    commit = _text(dpscale.get("commit")) + (" (with changes)" if dpscale.get("dirty") else "")
    facts = [("dpscale", f"{dpscale['version']}, commit {commit}")]
    names = _distinct(launches, "trainer", "name")
    if names:
        versions = {
            name: _distinct([r for r in launches if r.get("trainer", {}).get("name") == name],
                            "trainer", "version") for name in names
        }
        facts.append(("Trainers", "; ".join(f"{n} {_text(versions[n])}" for n in sorted(names))))
    for key, name in (("build_type", "Build"), ("compiler", "Compiler"), ("flags", "Flags"),
                      ("instruction_set", "Instruction set"), ("gemm", "Matrix products"),
                      ("libraries", "Libraries"), ("flush_subnormals", "Subnormals flushed")):
        values = _distinct(launches, "trainer", key)
        if values:
            facts.append((name, "; ".join(_text(v) for v in values)))
    return facts


def data(launches):
    """What was trained on."""
    facts = []
    names = _distinct(launches, "config", "data_name")
    folders = _distinct(launches, "config", "options", "data", "value")
    if names or folders:
        facts.append(("Data", "; ".join(_text(v) for v in names or folders)))
    if names and folders and folders != names:
        facts.append(("Read from", "; ".join(_text(v) for v in folders)))
    for key, name in (("train_samples", "Training samples"), ("test_samples", "Test samples")):
        values = _distinct(launches, "config", key)
        if values:
            facts.append((name, ", ".join(f"{v:,}" for v in values)))
    return facts


def plan(stored_run, cells):
    """What the sweep was asked for."""
    run, wanted, turns = stored_run.run, stored_run.summary["plan"], stored_run.rounds
    facts = [("Run", run["run_id"]), ("Started", run["started_at"])]
    if "finished_at" in run:
        facts.append(("Finished", run["finished_at"] or "not finished"))
    facts += [
        ("Cells", f"{len(cells):,}, each of {'at least ' if turns else ''}"
                  f"{words.plural(wanted['launches'], 'launch')}"),
        ("Devices", ", ".join(str(n) for n in sorted({c.devices for c in cells})) or "none"),
        ("Order", "in turns: the cells that are compared alive at once, a short window each, forwards"
                  f" then backwards; {words.plural(turns, 'round')}" if turns else
                  "randomised complete blocks, every cell once in each"),
    ]
    if "budget_seconds" in wanted:
        facts.append(("Measuring budget", words.seconds(wanted["budget_seconds"])))
    if "cores" in run.get("schedule", {}):
        facts.append(("Cores counted on", str(run["schedule"]["cores"])))
    return facts
