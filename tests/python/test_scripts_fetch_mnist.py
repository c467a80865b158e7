# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""scripts/fetch_mnist against mirrors in folders: what it keeps, and that it keeps nothing wrong."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
NAMES = ["train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz",
         "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"]


@pytest.fixture
def tool(tmp_path):
    """The script beside sums of small files of our own, and a mirror that has these files."""
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    sums = []
    for number, name in enumerate(NAMES):
        content = bytes([number]) * 100_000
        (mirror / name).write_bytes(content)
        sums.append(f"{hashlib.md5(content).hexdigest()}  {name}\n")
    shutil.copy(SCRIPTS / "fetch_mnist", tmp_path)
    (tmp_path / "mnist.md5").write_text("".join(sums), encoding="ascii")
    return tmp_path


def fetch(tool, *arguments):
    done = subprocess.run([sys.executable, tool / "fetch_mnist", *map(str, arguments)],
                          capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
    return done


def url(folder):
    return folder.as_uri()


def test_the_published_sums_are_the_known_ones():
    lines = (SCRIPTS / "mnist.md5").read_text(encoding="ascii").split()
    assert lines[1::2] == NAMES
    assert [md5[:8] for md5 in lines[::2]] == ["f68b3c2d", "d53e105e", "9fb629c4", "ec29112d"]
    assert all(len(md5) == 32 for md5 in lines[::2])


def test_good_files_are_kept_and_not_fetched_twice(tool):
    target = tool / "deep" / "target"
    assert fetch(tool, target, "--mirror", url(tool / "mirror")).returncode == 0
    assert sorted(os.listdir(target)) == sorted(NAMES)
    for name in NAMES:
        assert (target / name).read_bytes() == (tool / "mirror" / name).read_bytes()
    shutil.rmtree(tool / "mirror")
    again = fetch(tool, target, "--mirror", url(tool / "mirror"))
    assert again.returncode == 0 and "already" in again.stdout


@pytest.mark.parametrize("name", NAMES)
def test_one_wrong_byte_keeps_nothing(tool, name):
    content = bytearray((tool / "mirror" / name).read_bytes())
    content[50_000] ^= 1
    (tool / "mirror" / name).write_bytes(content)
    target = tool / "target"
    done = fetch(tool, target, "--mirror", url(tool / "mirror"))
    assert done.returncode == 7
    assert name in done.stderr and "MD5" in done.stderr
    assert not target.exists()


def test_a_fault_leaves_what_was_there(tool):
    target = tool / "target"
    target.mkdir()
    (target / NAMES[0]).write_bytes(b"mine")
    (tool / "mirror" / NAMES[3]).write_bytes(b"short")
    assert fetch(tool, target, "--mirror", url(tool / "mirror")).returncode == 7
    assert os.listdir(target) == [NAMES[0]]
    assert (target / NAMES[0]).read_bytes() == b"mine"


def test_the_next_mirror_is_tried(tool):
    bad = tool / "bad"
    shutil.copytree(tool / "mirror", bad)
    (bad / NAMES[2]).write_bytes(b"an error page")
    target = tool / "target"
    done = fetch(tool, target, "--mirror", url(tool / "absent"), "--mirror", url(bad),
                 "--mirror", url(tool / "mirror"))
    assert done.returncode == 0
    assert sorted(os.listdir(target)) == sorted(NAMES)


def test_no_mirror_is_a_communication_failure(tool):
    done = fetch(tool, tool / "target", "--mirror", url(tool / "absent"))
    assert done.returncode == 5 and "network" in done.stderr
    assert not (tool / "target").exists()


def test_a_folder_that_cannot_be_made(tool):
    (tool / "file").write_text("", encoding="ascii")
    done = fetch(tool, tool / "file" / "target", "--mirror", url(tool / "mirror"))
    assert done.returncode == 8 and "can't be written" in done.stderr


@pytest.mark.parametrize("arguments", [[], ["--wrong"], ["a", "b"]])
def test_usage_is_one_line(tool, arguments):
    done = fetch(tool, *arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
