# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The two commands' options, the package list, and the counting behind the closing line."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=120, stdin=subprocess.DEVNULL, **options)


def bash(code, **options):
    return run("bash", "-c", f"set -euo pipefail\n{code}", cwd=ROOT, **options)


@pytest.mark.parametrize(("command", "code", "words"), [
    (["quickstart", "--nonsense"], 2, "--nonsense"),
    (["quickstart", "extra"], 2, "extra"),
    (["quickstart", "--budget"], 2, "--budget needs a value"),
    (["quickstart", "--budget=0"], 2, "more than zero"),
    (["quickstart", "--budget", "soon"], 2, "'soon'"),
    (["quickstart", "--data", "/nowhere/at/all"], 7, "/nowhere/at/all"),
    (["quickstart", "--output", str(ROOT)], 2, "not an empty folder"),
    (["test", "--nonsense"], 2, "--nonsense"),
    (["check", "nonsense"], 2, "nonsense"),
    (["setup", "nonsense"], 2, "nonsense"),
    (["bare_root_trial", "--nonsense"], 2, "--nonsense"),
    (["soak", "nonsense"], 2, "nonsense"),
    (["soak"], 2, "which one"),
])
def test_a_wrong_option_is_one_line(command, code, words):
    done = run(SCRIPTS / command[0], *command[1:])
    assert done.returncode == code
    last = done.stderr.splitlines()[-1]
    assert words in last and last.startswith(command[0])


def test_data_may_be_a_folder_and_a_prefix(tmp_path):
    (tmp_path / "emnist-digits-train-images-idx3-ubyte.gz").touch()
    for data, code in (("emnist-digits", 2), ("emnist-letters", 7)):
        # Of the two only the first comes as far as the output.
        done = run(SCRIPTS / "quickstart", "--data", tmp_path / data, "--output", ROOT)
        assert done.returncode == code, done.stderr


@pytest.mark.parametrize("name", ["quickstart", "test", "check", "setup", "bare_root_trial",
                                  "fetch_mnist", "soak"])
def test_help(name):
    done = run(SCRIPTS / name, "--help")
    assert done.returncode == 0 and done.stdout.startswith("usage:")


def packages(architecture, codename):
    """What setup would ask for on a machine of this kind."""
    code = (SCRIPTS / "setup").read_text(encoding="utf-8")
    function = re.search(r"^packages\(\) \{.*?^\}", code, re.MULTILINE | re.DOTALL).group()
    function = function.replace("$(. /etc/os-release && echo \"${VERSION_CODENAME:-}\")", codename)
    done = bash(f"dpkg() {{ echo {architecture}; }}; root=$PWD\n{function}\n"
                "packages build libraries data test")
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_package_list_fits_the_machine():
    bookworm, arm = packages("amd64", "bookworm"), packages("arm64", "bookworm")
    jammy = packages("amd64", "jammy")
    assert bookworm - arm == {"libxsmm-dev"} and arm < bookworm
    assert jammy - bookworm == {"g++-12"}
    assert bookworm - jammy == {"cmake", "g++"}
    assert {"libdnnl-dev", "dataset-fashion-mnist", "python3-venv", "shellcheck"} <= bookworm
    assert not any("[" in name or "#" in name for name in bookworm)


def test_without_root_the_packages_are_named(tmp_path):
    """No package is installed, no sudo asks for nothing: exit 6 and the line to ask for."""
    for name, code in {"dpkg-query": "exit 1", "sudo": "exit 1", "apt-get": "exit 99"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{code}\n", encoding="ascii")
        (tmp_path / name).chmod(0o755)
    code = (SCRIPTS / "setup").read_text(encoding="utf-8")
    code = code.replace("(( EUID != 0 ))", "true").replace(
        '"$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"', f"{SCRIPTS}/lib/common.sh")
    done = run("bash", "-c", code, "setup", "run",
               env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert done.returncode == 6
    assert done.stderr.count("\n") == 1
    assert "apt-get install --no-install-recommends ca-certificates" in done.stderr
    assert "libfmt-dev" in done.stderr and "shellcheck" not in done.stderr


JUNIT = """<testsuite tests="6">
<testcase name="a" classname="suite" status="run"/>
<testcase name="b" classname="suite" status="fail"><failure message=""/></testcase>
<testcase name="c" classname="suite"><skipped message="no such machine"/></testcase>
<testcase name="d" classname="suite" status="disabled"/>
<testcase name="e" classname="suite"><error message="broke"/></testcase>
<testcase name="f" classname="suite"/>
</testsuite>"""


def tally(tmp_path, *lines):
    (tmp_path / "six.xml").write_text(JUNIT, encoding="utf-8")
    (tmp_path / "none.xml").write_text("<testsuite/>", encoding="utf-8")
    (tmp_path / "torn.xml").write_text(JUNIT[:200], encoding="utf-8")
    return bash(f"root=$PWD; source scripts/lib/tally.sh; cd {tmp_path}\n"
                + "\n".join(lines) + "\nclose_tally")


def test_the_closing_line_counts(tmp_path):
    done = tally(tmp_path, "run_check good true", "add_junit x six.xml")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "3 passed, 2 failed, 2 skipped"
    assert "skipped suite.c no such machine" in done.stdout


def test_all_good_closes_with_two_numbers(tmp_path):
    done = tally(tmp_path, "run_check a true", "run_check b true")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "2 passed, 0 failed")


def test_a_failed_check_shows_its_output(tmp_path):
    done = tally(tmp_path, "run_check a true", "run_check bad sh -c 'echo why; exit 3'")
    assert done.returncode == 1
    assert "      why\n" in done.stdout and "failed: bad\n" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"


@pytest.mark.parametrize("lines", [[], ["add_junit x none.xml"], ["add_junit x torn.xml"],
                                   ["add_junit x absent.xml"]])
def test_no_test_is_a_failure(tmp_path, lines):
    done = tally(tmp_path, *lines)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"
