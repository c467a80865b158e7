# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# A trainer that takes turns, from trainers/README.md. It "trains" by adding numbers; PLANTED_LOSS=0.05
# makes a step of several devices so much longer, PLANTED_SLOWDOWN=0.05 every step.
import argparse, json, os, socket, statistics, sys, time  # noqa: E401

CORE = ["describe", "devices", "global-batch", "model", "data", "measure", "budget-seconds", "seed",
        "deadline", "record", "turns"]
parser = argparse.ArgumentParser(allow_abbrev=False)
for name in CORE:
    parser.add_argument("--" + name, **({"action": "store_true"} if name in ("describe", "measure") else {}))
given = parser.parse_args()
if given.describe:
    sys.exit(print(json.dumps({"name": "adder", "version": "1", "options": CORE})))
devices, batch = int(given.devices), int(given.global_batch)
work = 40 * batch / devices * (1 + float(os.environ.get("PLANTED_SLOWDOWN", 0)))
work *= 1 + float(os.environ.get("PLANTED_LOSS", 0)) * (devices > 1)


def window(seconds):
    steps, start = 0, time.perf_counter()
    while (took := time.perf_counter() - start) < seconds or not steps:
        sum(range(int(work)))
        steps += 1
    return took, steps


window(0.05)
stream, windows = socket.socket(fileno=int(given.turns)).makefile("rw"), []
print("ready", file=stream, flush=True)
for line in stream:
    window(float(line.split()[1]) / 5)
    windows.append(window(float(line.split()[1])))
    print("done", *windows[-1], windows[-1][1] * batch, file=stream, flush=True)
step = statistics.median(took / steps for took, steps in windows)
figures = {"samples_per_second": batch / step, "step_seconds": step}
with open(given.record, "w", encoding="utf-8") as file:
    json.dump({"schema": "dpscale.record/1", "status": "ok", "reason": None, "trainer": {"name": "adder", "version": "1"},
               "config": {"options": {}, "global_batch": batch, "device_batch": batch // devices},
               "summary": {key: {"value": value, "low": value, "high": value} for key, value in figures.items()}}, file)
