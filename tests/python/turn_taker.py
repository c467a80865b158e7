# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""A trainer in forty lines that takes turns: what trainers/README.md asks for, and no more.

It "trains" by adding numbers. DPSCALE_PLANTED_LOSS=0.05 makes every step of several devices so much
longer, DPSCALE_PLANTED_SLOWDOWN=0.05 every step of all.
"""
import argparse, json, os, socket, sys, time  # noqa: E401

CORE = ["describe", "devices", "global-batch", "model", "data", "measure", "warmup-seconds",
        "window-seconds", "min-windows", "interval-goal", "budget-seconds", "seed", "deadline",
        "record", "turns"]
parser = argparse.ArgumentParser(allow_abbrev=False)
for name in CORE:
    switch = {"action": "store_true"} if name in ("describe", "measure") else {}
    parser.add_argument("--" + name, **switch)
given = parser.parse_args()
if given.describe:
    sys.exit(print(json.dumps({"name": "adder", "version": "1", "options": CORE})))
devices, batch = int(given.devices), int(given.global_batch)
work = 40 * batch / devices * (1 + float(os.environ.get("DPSCALE_PLANTED_SLOWDOWN", 0)))
if devices > 1:
    work *= 1 + float(os.environ.get("DPSCALE_PLANTED_LOSS", 0))


def window(seconds):
    """Steps for at least `seconds`: what they took and how many there were."""
    steps, start = 0, time.perf_counter()
    while (took := time.perf_counter() - start) < seconds or not steps:
        sum(range(int(work)))
        steps += 1
    return took, steps


window(0.1)
stream, windows = socket.socket(fileno=int(given.turns)).makefile("rw"), []
print("ready", file=stream, flush=True)
for line in stream:
    window(float(line.split()[1]) / 5)
    windows.append(window(float(line.split()[1])))
    print("done", *windows[-1], windows[-1][1] * batch, file=stream, flush=True)
