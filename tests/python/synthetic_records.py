# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The launches of a synthetic run, as lines of its journal."""

import math

ENVIRONMENT = {
    "host": "bench-1", "os": "Debian GNU/Linux 12", "kernel": "6.1.0",
    "cpu": {"model": "Example CPU @ 2.0 GHz", "cores": 2, "threads": 4, "numa_nodes": 1,
            "governor": {"value": None, "reason": "the system has no cpufreq"}},
    "memory_bytes": 8 << 30, "load_average": [0.1, 0.2, 0.3], "gpus": [],
}
DPSCALE = {"version": "0.1.0", "commit": "abc1234"}


def absent(reason):
    return {"value": None, "reason": reason}


def record(run, trial, launch):
    """The line of one launch of `run` (a SyntheticRun)."""
    base = {"schema": "dpscale.record/1", "cell": trial.id, "launch": launch, "block": launch,
            "status": trial.status, "reason": trial.reason, "command": run.argv(trial),
            "exit": {"code": 0, "signal": None, "out_of_time": False, "wall_seconds": 1.5,
                     "leftover_processes": 0, "stderr_tail": None}}
    if trial.status != "ok":
        base["exit"].update(code=None, signal="SIGKILL", stderr_tail="last words of the trainer")
        return base
    speed = trial.speeds(run.launches)[launch]
    usage = {k: {"current_bytes": v, "peak_bytes": v} for k, v in run.peaks(trial).items()}
    total = sum(v["peak_bytes"] for v in usage.values())
    none = absent("not measured")
    return {
        **base,
        "trainer": {"name": run.argv(trial)[0], **DPSCALE, "build_type": "Release",
                    "compiler": "GNU 12.2.0", "flags": "-O3", "instruction_set": "x86-64-v3",
                    "flush_subnormals": True, "gemm": "libxsmm", "libraries": {"libxsmm": "1.17"}},
        "config": {"options": {"data": {"value": "synthetic:60000", "source": "flag"}},
                   "global_batch": trial.batch, "device_batch": trial.share or none,
                   "steps_per_epoch": math.ceil(60000 / trial.batch), "tail": "keep",
                   "parameter_count": 50890, "train_samples": 60000, "test_samples": 10000,
                   "data_name": "synthetic"},
        "environment": ENVIRONMENT,
        "startup_seconds": {k: 0.01 for k in ("process", "libraries", "data", "device_context",
                                              "communicator", "first_step", "graph_capture")},
        "samples": {"windows": [{"seconds": 0.02, "steps": 100, "samples": 100 * trial.batch}],
                    "per_rank": [{"rank": i, "samples": 100} for i in range(trial.devices)]},
        "summary": {"samples_per_second": {"value": speed, "low": speed * 0.99, "high": speed * 1.01},
                    "step_seconds": {"value": trial.batch / speed, "low": None, "high": None,
                                     "reason": "one window"},
                    "windows_kept": 12, "windows_dropped": [{"reason": "warm-up", "count": 3}],
                    "steps_before_first_window": 1000, "stopped_by": "interval_goal"},
        "phases": {"steps": 100, "per_rank": [{"rank": i, **run.phases(trial)}
                                              for i in range(trial.devices)]},
        "memory": {"devices": [{"device": i, "categories": usage, "method": "ledger",
                                "total": {"current_bytes": total, "peak_bytes": total}}
                               for i in range(trial.devices)],
                   "device_total": none, "host_rss_bytes": 90 << 20, "host_rss_method": "VmHWM"},
        "counters": {k: 0 for k in ("flop_per_step", "collective_bytes_per_step",
                                    "collective_calls_per_step", "kernel_launches_per_step",
                                    "allocations_per_step")},
        "training": {"epochs": []}, "verification": none,
    }
