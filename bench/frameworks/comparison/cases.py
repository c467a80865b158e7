# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""What is compared: cases (model, batch, cores) and rows (a program in one configuration)."""

import dataclasses
import fnmatch


@dataclasses.dataclass(frozen=True)
class Model:
    """A reference configuration of the trainers and what the workers need to train the same."""

    layers: str
    preset: str
    seed_batch: int
    epsilon: float
    epsilon_mode: str


@dataclasses.dataclass(frozen=True)
class Row:
    """A program in one configuration; `framework` is None for dpscale's own trainers."""

    name: str
    title: str
    framework: str | None = None
    worker: str | None = None
    arguments: tuple = ()


@dataclasses.dataclass(frozen=True)
class Case:
    """One table: all rows train `model` with `batch` samples a step on `cores` cores."""

    model: Model
    batch: int
    cores: int
    rows: tuple
    rivals: tuple  # the goal is against the fastest of these rows
    goal: float    # least ratio of steps per second, dpscale to that row

    @property
    def name(self):
        where = "one-core" if self.cores == 1 else f"{self.cores}-devices"
        return f"{where}/{self.model.layers}/b{self.batch}"


A = Model("784-64-10", "tf-mirrored", 32, 1e-7, "keras")
B = Model("784-256-128-10", "torch-simplenet", 64, 1e-8, "torch")

FLUSH, FUSED = ("--flush-denormal",), ("--adam", "fused")
EAGER, DDP = "torch_eager.py", "torch_ddp.py"

ROWS = {row.name: row for row in (
    Row("dpscale", "dpscale"),
    Row("torch", "PyTorch eager", "torch", EAGER),
    Row("torch-flush", "PyTorch eager, subnormals flushed", "torch", EAGER, FLUSH),
    Row("torch-fused", "PyTorch eager, fused Adam", "torch", EAGER, FUSED),
    Row("torch-fused-flush", "PyTorch eager, fused Adam, subnormals flushed", "torch", EAGER,
        FUSED + FLUSH),
    Row("torch-ddp", "PyTorch DDP, gloo, 2 ranks", "torch", DDP),
    Row("torch-ddp-fused-flush", "PyTorch DDP, gloo, 2 ranks, fused Adam, subnormals flushed",
        "torch", DDP, FUSED + FLUSH),
    Row("jax-jit", "JAX jit", "jax", "jax_jit.py"),
    Row("jax-scan", "JAX scan over steps", "jax", "jax_scan.py"),
    Row("tensorflow", "TensorFlow tf.function", "tensorflow", "tensorflow_fn.py"),
)}

ONE_CORE = ("torch", "torch-flush", "torch-fused", "torch-fused-flush", "jax-jit", "jax-scan")
GLOO = ("torch-ddp", "torch-ddp-fused-flush")
TWO_CORES = ("torch", "torch-fused-flush", "jax-jit", "jax-scan", "tensorflow") + GLOO


def all_cases():
    """The cases in the order in which they are reported."""
    cases = []
    for model, seed_goal, large_goal in ((A, 1.7, 1.35), (B, 1.4, 1.25)):
        rows = ("dpscale",) + ONE_CORE + ("tensorflow",)
        cases.append(Case(model, model.seed_batch, 1, rows, ONE_CORE, seed_goal))
        for batch in (1024, 8192):
            cases.append(Case(model, batch, 1, rows, ONE_CORE, large_goal))
    for model, seed_goal, large_goal in ((A, 25.0, 1.6), (B, 8.0, 1.3)):
        rows = ("dpscale",) + TWO_CORES
        cases.append(Case(model, model.seed_batch, 2, ("dpscale",) + GLOO, GLOO, seed_goal))
        cases.append(Case(model, 8192, 2, rows, TWO_CORES, large_goal))
    return cases


def _matches(name, patterns):
    return not patterns or any(fnmatch.fnmatchcase(name, p) or p in name.split("/")
                               for p in patterns)


def choose(case_patterns=(), row_patterns=()):
    """The cases and rows that match; a pattern is a shell glob, or one part of a case's name.

    Raises ValueError where a pattern matches nothing.
    """
    cases = all_cases()
    for patterns, names, kind in ((case_patterns, [c.name for c in cases], "case"),
                                  (row_patterns, list(ROWS), "row")):
        for pattern in patterns:
            if not any(_matches(name, [pattern]) for name in names):
                raise ValueError(f"no {kind} matches '{pattern}'; --list names them")
    chosen = []
    for case in cases:
        rows = tuple(name for name in case.rows if _matches(name, row_patterns))
        if rows and _matches(case.name, case_patterns):
            chosen.append(dataclasses.replace(case, rows=rows))
    return chosen


def listing(chosen):
    """A line a case: its name and its rows."""
    return "\n".join(f"{case.name}: {', '.join(case.rows)}" for case in chosen)
