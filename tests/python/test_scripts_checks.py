# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""scripts/check_dependencies and scripts/check_sources see planted faults, and only those."""

import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ("// SPDX-FileCopyrightText: the dpscale developers\n"
          "// SPDX-License-Identifier: Apache-2.0\n")


def check(script, root):
    """(exit code, lines) of scripts/`script` on the tree `root`."""
    done = subprocess.run([sys.executable, ROOT / "scripts" / script, root],
                          capture_output=True, text=True, timeout=120)
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


def plant(root, path, text):
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(HEADER + text, encoding="utf-8")


@pytest.fixture
def tree(tmp_path):
    """A small tree that keeps every rule."""
    rooms = ["trainers/protocol", "trainers/backend", "trainers/kernels", "trainers/comm",
             "trainers/data", "trainers/model", "trainers/strategies", "trainers/step",
             "trainers/config", "trainers/run", "trainers/programs", "bench/text", "bench/plan",
             "bench/launch", "bench/run", "bench/sweep", "bench/figures", "bench/commands",
             "bench/micro", "profiles", "tests/support"]
    for room in rooms:
        plant(tmp_path, f"{room}/a.hpp", "#pragma once\n#include <vector>\n")
    plant(tmp_path, "tests/a.cpp",
          '#include "bench/sweep/a.hpp"\n#include "trainers/programs/a.hpp"\n')
    plant(tmp_path, "trainers/step/b.cpp", '#include "trainers/strategies/a.hpp"\n')
    plant(tmp_path, "trainers/run/b.cpp", '#include "trainers/config/a.hpp"\n')
    plant(tmp_path, "bench/commands/b.cpp", '#include "bench/figures/a.hpp"\n')
    plant(tmp_path, "trainers/backend/cpu/gemm_xsmm.cpp", "#include <libxsmm.h>\n")
    return tmp_path


def test_a_clean_tree_passes(tree):
    assert check("check_dependencies", tree) == (0, [])
    assert check("check_sources", tree) == (0, [])


@pytest.mark.parametrize(("path", "include"), [
    ("profiles/b.hpp", '"trainers/protocol/a.hpp"'),
    ("trainers/protocol/b.hpp", '"trainers/backend/a.hpp"'),
    ("trainers/backend/b.hpp", '"trainers/comm/a.hpp"'),
    ("trainers/data/b.cpp", '"trainers/model/a.hpp"'),
    ("trainers/model/b.cpp", '"trainers/strategies/a.hpp"'),
    ("trainers/strategies/b.cpp", '"trainers/step/a.hpp"'),
    ("trainers/strategies/b.cpp", '"trainers/data/a.hpp"'),
    ("trainers/step/b.hpp", '"trainers/run/a.hpp"'),
    ("trainers/step/b.hpp", '"trainers/config/a.hpp"'),
    ("trainers/kernels/cpu/b.hpp", '"trainers/config/a.hpp"'),
    ("trainers/config/b.hpp", '"trainers/data/a.hpp"'),
    ("trainers/run/b.cpp", '"trainers/programs/a.hpp"'),
    ("bench/plan/b.cpp", '"bench/launch/a.hpp"'),
    ("bench/launch/b.cpp", '"bench/run/a.hpp"'),
    ("bench/run/b.cpp", '"bench/figures/a.hpp"'),
    ("bench/sweep/b.cpp", '"bench/figures/a.hpp"'),
    ("bench/figures/b.cpp", '"bench/commands/a.hpp"'),
    ("bench/sweep/b.cpp", '"trainers/run/a.hpp"'),
    ("bench/micro/b.cpp", '"trainers/programs/a.hpp"'),
    ("trainers/run/b.cpp", '"bench/plan/a.hpp"'),
    ("trainers/run/b.cpp", '"tests/support/a.hpp"'),
    ("trainers/run/b.cpp", "<trainers/run/a.hpp>"),
    ("trainers/run/b.cpp", '"a.hpp"'),
    ("trainers/b.cpp", '"profiles/a.hpp"'),
    ("bench/b.cpp", '"bench/text/a.hpp"'),
    ("other/b.cpp", '"profiles/a.hpp"'),
])
def test_a_wrong_direction_is_seen(tree, path, include):
    plant(tree, path, f"int x;\n  #  include {include}\n")
    code, lines = check("check_dependencies", tree)
    assert code == 1
    assert [line.split(": ")[0] for line in lines] == [f"{path}:4"]


@pytest.mark.parametrize(("path", "header"), [
    ("trainers/backend/cpu/gemm.cpp", "libxsmm.h"),
    ("trainers/backend/cpu/gemm_xsmm.cpp", "dnnl.hpp"),
    ("trainers/kernels/adam.hpp", "cuda_runtime.h"),
    ("trainers/run/b.cpp", "cublasLt.h"),
    ("trainers/comm/local.cpp", "nccl.h"),
    ("trainers/comm/local.cpp", "mpi.h"),
    ("bench/sweep/b.cpp", "nvml.h"),
    ("trainers/run/b.cpp", "nvtx3/nvToolsExt.h"),
    ("trainers/backend/cpu/cpu.hpp", "hwloc.h"),
    ("trainers/run/b.cpp", "gtest/gtest.h"),
    ("bench/sweep/b.cpp", "benchmark/benchmark.h"),
])
@pytest.mark.parametrize("brackets", ["<>", '""'])
def test_a_vendor_header_elsewhere_is_seen(tree, path, header, brackets):
    plant(tree, path, f"#include {brackets[0]}{header}{brackets[1]}\n")
    code, lines = check("check_dependencies", tree)
    assert (code, len(lines)) == (1, 1)
    assert lines[0].startswith(f"{path}:3: <{header}> is ")


def test_an_include_in_a_comment_is_none(tree):
    plant(tree, "profiles/b.hpp", '/* once\n#include "tests/support/a.hpp"\n*/\n// #include <mpi.h>\n')
    assert check("check_dependencies", tree) == (0, [])


@pytest.mark.parametrize(("text", "fault"), [
    ("int x;\n", "the two SPDX lines are missing"),
    (HEADER + "\n" * 299, "301 lines"),
    (HEADER + "int x; \n", "blanks at the end"),
    (HEADER + "int x;", "the last line has no end"),
])
def test_a_faulty_source_is_seen(tree, text, fault):
    (tree / "profiles" / "b.cpp").write_text(text, encoding="utf-8")
    code, lines = check("check_sources", tree)
    assert (code, len(lines)) == (1, 1)
    assert lines[0].startswith("profiles/b.cpp") and fault in lines[0]


def test_three_hundred_lines_pass(tree):
    plant(tree, "profiles/b.cpp", "\n" * 298)
    assert check("check_sources", tree) == (0, [])


def test_scripts_without_an_ending_are_sources_too(tree):
    (tree / "scripts").mkdir()
    (tree / "scripts" / "tool").write_text("#!/usr/bin/env bash\necho\n", encoding="utf-8")
    assert check("check_sources", tree) == (1, ["scripts/tool:2: the two SPDX lines are missing"])


def test_what_builds_and_tools_leave_is_not_looked_at(tree):
    for folder in ["build/release", "runs/a", ".venv/lib", "reports/x.egg-info"]:
        (tree / folder).mkdir(parents=True)
        (tree / folder / "x.cpp").write_text("#include <mpi.h>", encoding="utf-8")
    assert check("check_sources", tree) == (0, [])
    assert check("check_dependencies", tree) == (0, [])


def test_a_wrong_option_is_a_usage_error():
    for script in ["check_dependencies", "check_sources"]:
        done = subprocess.run([sys.executable, ROOT / "scripts" / script, "--nonsense"],
                              capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and "usage:" in done.stderr


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck isn't installed")
def test_shellcheck_sees_the_scripts_without_an_ending():
    done = subprocess.run([ROOT / "scripts" / "check", "shell"], capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 0, done.stdout
