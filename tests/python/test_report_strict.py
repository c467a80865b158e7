# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""What stands in the place of a run's file and is none: refused at once, with one line."""

import os

import pytest
from synthetic_run import SyntheticRun
from test_report_files import FILES, fails, reports


@pytest.fixture
def run(tmp_path):
    return SyntheticRun(presets=("tf-mirrored",), batches=(64,), launches=3).write(tmp_path / "run")


def huge(path):
    """A gigabyte of holes."""
    path.write_bytes(b"{")
    os.truncate(path, 1 << 30)


@pytest.mark.parametrize(("make", "words"), [
    (lambda path: path.mkdir(), "is no file"), (os.mkfifo, "is no file"), (huge, "longer than")],
    ids=["folder", "pipe", "huge"])
@pytest.mark.parametrize("name", FILES)
def test_what_is_no_file(run, name, make, words):
    (run / name).unlink()
    make(run / name)
    line = fails(7, "report", run)
    assert words in line and str(run / name) in line


@pytest.mark.parametrize("name", FILES)
def test_byte_order_mark(run, name):
    (run / name).write_bytes(b"\xef\xbb\xbf" + (run / name).read_bytes())
    assert "BOM" in fails(7, "report", run)


def test_an_option_given_twice(run, tmp_path):
    done = reports("report", run, "--output", tmp_path / "a", "--output", tmp_path / "b")
    assert done.returncode == 2
    assert "--output: given more than once" in done.stderr
    assert not (tmp_path / "a").exists() and not (tmp_path / "b").exists()
