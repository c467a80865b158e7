# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Where the comparison ran: an allow-list, no more than a reader needs."""

import os
import pathlib
import platform

BUSY = 0.25  # load average a core, above which other work disturbs the figures


def _first(path, key=None):
    """The first line of a file, or the value of its first `key : value` line; None if absent."""
    try:
        for line in pathlib.Path(path).read_text().splitlines():
            if key is None:
                return line.strip()
            name, _, value = line.partition(":")
            if name.strip() == key:
                return value.strip()
    except OSError:
        pass
    return None


def describe():
    system = platform.freedesktop_os_release() if pathlib.Path("/etc/os-release").exists() else {}
    return {"cpu": _first("/proc/cpuinfo", "model name") or platform.machine(),
            "cores": len(os.sched_getaffinity(0)),
            "governor": _first("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            "memory": _first("/proc/meminfo", "MemTotal"),
            "os": system.get("PRETTY_NAME", platform.system()), "kernel": platform.release(),
            "python": platform.python_version(), "load_average": list(os.getloadavg())}


def warnings(machine):
    """What a person should know before waiting for figures."""
    if machine["load_average"][0] > BUSY * machine["cores"]:
        yield (f"the machine is busy (load average {machine['load_average'][0]:.2f}): "
               "the figures will be of little use")
    if machine["governor"] not in (None, "performance"):
        yield f"the clock governor is '{machine['governor']}', not 'performance'"
