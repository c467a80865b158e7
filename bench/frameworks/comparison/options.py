# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The command line of ../compare. Standard library only."""

import argparse
import os
import pathlib

from comparison.environment import FRAMEWORKS

ROOT = pathlib.Path(__file__).resolve().parents[3]
SYSTEM_DATA = pathlib.Path("/usr/share/datasets/fashion-mnist")
QUICK = {"blocks": 1, "windows": 3, "window_seconds": 0.2, "warmup_steps": 300}
FULL = {"blocks": 5, "windows": 7, "window_seconds": 0.5, "warmup_steps": 2000}
EPILOG = """exit: 0 done; 1 --check and a goal was missed; 2 usage; 6 no environment;
8 output not written; 9 a row failed; 130 interrupted"""


def _positive(kind):
    def convert(text):
        value = kind(text)
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"'{text}' is not above zero")
        return value
    return convert


def _names(text):
    return [name for name in text.split(",") if name]


def _cores(text):
    return [int(core) for core in text.split(",")]


def _add_what(parser):
    parser.add_argument("--data", type=pathlib.Path, help="folder of the four IDX files, raw or "
                        "gzip (default: DPSCALE_DATA, else the system's Fashion-MNIST)")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/release/bin",
                        help="folder of train_single and train_multi")
    parser.add_argument("--cases", type=_names, default=[], metavar="GLOB,...",
                        help="only these cases; one-core, b32, */b8192 ... (see --list)")
    parser.add_argument("--rows", type=_names, default=[], metavar="GLOB,...",
                        help="only these rows; dpscale, torch*, jax-scan ...")
    parser.add_argument("--list", action="store_true", help="name the cases and rows, run nothing")


def _add_how(parser):
    count, seconds = _positive(int), _positive(float)
    parser.add_argument("--blocks", type=count, help="launches of each row (5)")
    parser.add_argument("--windows", type=count, help="measured windows a launch (7)")
    parser.add_argument("--window-seconds", type=seconds, help="length of a window (0.5)")
    parser.add_argument("--warmup-steps", type=count, help="steps before the first window (2000)")
    parser.add_argument("--warmup-seconds", type=seconds, default=120.0,
                        help="most time for them; the result names the steps done (120)")
    parser.add_argument("--deadline", type=seconds, default=300.0,
                        help="seconds until a launch is ended as failed (300)")
    parser.add_argument("--cores", type=_cores, metavar="N,M",
                        help="cores to pin to, the first for one core (the first two allowed)")
    parser.add_argument("--seed", type=int, default=0, help="of the plan and the training (0)")
    parser.add_argument("--quick", action="store_true",
                        help="see that everything works: one block, short windows; no inference")


class _Parser(argparse.ArgumentParser):
    """Wrong usage is one line."""

    def error(self, message):
        self.exit(2, f"{self.prog}: {message}; see --help\n")


def parse(arguments):
    """The options; argparse itself ends the program with 2 where they are wrong."""
    parser = _Parser(
        prog="compare", epilog=EPILOG, description="Compares dpscale's trainers with PyTorch, JAX "
        "and TensorFlow: same model, optimizer and data, launches interleaved in random order.")
    _add_what(parser)
    _add_how(parser)
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "runs/frameworks",
                        help="folder for results.json and results.md (runs/frameworks)")
    parser.add_argument("--check", action="store_true", help="exit 1 where a goal is not reached")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / "build/frameworks-venv",
                        help="virtual environment of the frameworks (build/frameworks-venv)")
    parser.add_argument("--frameworks", type=_names, default=list(FRAMEWORKS),
                        help="install only these (torch,jax,tensorflow)")
    parser.add_argument("--no-install", action="store_true", help="use what is in --venv")
    settings = parser.parse_args(arguments)
    for name in settings.frameworks:
        if name not in FRAMEWORKS:
            parser.error(f"--frameworks {name}: not one of {','.join(FRAMEWORKS)}")
    for name, value in (QUICK if settings.quick else FULL).items():
        if getattr(settings, name) is None:
            setattr(settings, name, value)
    return settings


def complete(settings, chosen):
    """Finds data, programs and cores for the `chosen` cases; ValueError names what is missing."""
    named = settings.data or os.environ.get("DPSCALE_DATA") or SYSTEM_DATA
    settings.data = pathlib.Path(named).resolve()
    if not settings.data.is_dir():
        raise ValueError(f"{settings.data}: no such folder; name one with --data, or install "
                         "dataset-fashion-mnist")
    allowed = sorted(os.sched_getaffinity(0))
    settings.cores = settings.cores or allowed[:2]
    needed = max((case.cores for case in chosen), default=1)
    if len(set(settings.cores)) < needed or not set(settings.cores) <= set(allowed):
        raise ValueError(f"--cores {settings.cores}: {needed} different ones of {allowed} needed")
    programs = {"train_single" if case.cores == 1 else "train_multi"
                for case in chosen if "dpscale" in case.rows}
    settings.bin = settings.bin.resolve()
    for program in sorted(programs):
        if not os.access(settings.bin / program, os.X_OK):
            raise ValueError(f"{settings.bin / program}: not there; build the preset release "
                             "first, name a folder with --bin, or leave dpscale out with --rows")


def as_json(settings):
    """The settings that matter to a reader; folders by their last name only."""
    names = ("blocks", "windows", "window_seconds", "warmup_steps", "warmup_seconds", "deadline",
             "seed", "quick", "cores")
    return {**{name: getattr(settings, name) for name in names}, "data": settings.data.name}
