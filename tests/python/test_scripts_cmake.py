# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Configuring without a required library stops with its package's name; an installed prefix works
after it was moved."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("DPSCALE_BIN", ROOT / "build" / "release" / "bin")).parent
PROGRAMS = ["dpscale", "train_single", "train_multi", "dpscale_micro"]

pytestmark = pytest.mark.skipif(not shutil.which("cmake"), reason="cmake isn't installed")


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=300, **options)


@pytest.mark.parametrize(("package", "debian"), [
    ("fmt", "libfmt-dev"),
    ("nlohmann_json", "nlohmann-json3-dev"),
    ("CLI11", "libcli11-dev"),
    ("ZLIB", "zlib1g-dev"),
    ("valijson", "libvalijson-dev"),
    ("boost_math", "libboost-dev"),
    ("hwloc", "libhwloc-dev"),
    ("dnnl", "libdnnl-dev"),
    ("benchmark", "libbenchmark-dev"),
    ("GTest", "libgtest-dev"),
    pytest.param("libxsmm", "libxsmm-dev", marks=pytest.mark.skipif(
        os.uname().machine != "x86_64", reason="libxsmm is for x86-64")),
])
def test_a_missing_library_is_named(tmp_path, package, debian):
    done = run("cmake", "-S", ROOT, "-B", tmp_path, "-G", "Ninja",
               f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON", "-DDPSCALE_CUDA=OFF",
               "-DDPSCALE_MPI=OFF")
    assert done.returncode != 0
    assert f"apt-get install {debian}" in re.sub(r"\s+", " ", done.stderr)
    listed = (ROOT / "scripts" / "apt-packages.txt").read_text(encoding="utf-8")
    assert re.search(rf"^{re.escape(debian)}\b", listed, re.MULTILINE)


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """An installed prefix that was moved away from where it was installed."""
    if not (BUILD / "bin" / "dpscale").exists():
        pytest.skip(f"{BUILD} isn't built")
    first = tmp_path_factory.mktemp("installed") / "first"
    done = run("cmake", "--install", BUILD, "--prefix", first)
    assert done.returncode == 0, done.stderr
    moved = first.with_name("moved here")
    first.rename(moved)
    return moved


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_moved_program_starts(prefix, program):
    done = run(prefix / "bin" / program, "--help", cwd=prefix)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.skipif(not shutil.which("readelf"), reason="binutils isn't installed")
@pytest.mark.parametrize("program", PROGRAMS)
def test_no_program_has_an_absolute_run_path(prefix, program):
    done = run("readelf", "-d", prefix / "bin" / program)
    paths = re.findall(r"R(?:UN)?PATH\).*\[(.*)\]", done.stdout)
    assert all(part.startswith("$ORIGIN") for path in paths for part in path.split(":"))


def test_the_prefix_has_what_goes_beside_the_programs(prefix):
    share = prefix / "share" / "dpscale"
    assert (share / "licence" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert (share / "schemas" / "record.schema.json").is_file()
    assert (share / "reports" / "pyproject.toml").is_file()
    assert not list(share.rglob("__pycache__"))


def test_a_moved_sweep_reports(prefix, tmp_path):
    """The moved harness finds the moved trainers, schema and report, and not the checkout's."""
    output = tmp_path / "run"
    environment = {key: value for key, value in os.environ.items() if key != "DPSCALE_BIN"}
    done = run(prefix / "bin" / "dpscale", "sweep", "--devices", "1", "--preset", "tf-mirrored",
               "--global-batch", "64", "--data", "synthetic:2048", "--launches", "1", "--budget",
               "2", "--output", output, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    commands = (output / "summary.json").read_text(encoding="utf-8")
    assert str(BUILD) not in commands
