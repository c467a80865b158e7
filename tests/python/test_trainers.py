# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The trainers as a person or a harness starts them: options, faults, exit codes, records."""

import gzip
import json
import os
import pathlib
import random
import signal
import struct
import subprocess

import hostile_text
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("DPSCALE_BIN", ROOT / "build" / "release" / "bin"))

pytestmark = pytest.mark.skipif(
    not (BIN / "train_single").exists(), reason=f"no train_single in {BIN}; set DPSCALE_BIN"
)

SMALL = ["--data", "synthetic:600", "--model", "784-16-10", "--global-batch", "50"]


def run(program, *options, **kwargs):
    return subprocess.run(
        [BIN / program, *map(str, options)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **kwargs,
    )


def idx(path, dims, payload, magic=0x0800):
    header = struct.pack(">I", magic | len(dims)) + b"".join(struct.pack(">I", d) for d in dims)
    data = header + payload
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)


@pytest.fixture
def folder(tmp_path):
    """Four valid IDX files of 28x28 images."""
    data = tmp_path / "data"
    data.mkdir()
    for name, count in (("train", 64), ("t10k", 32)):
        pixels = bytes((i * 7) % 256 for i in range(count * 784))
        idx(data / f"{name}-images-idx3-ubyte", (count, 28, 28), pixels)
        idx(data / f"{name}-labels-idx1-ubyte", (count,), bytes(i % 10 for i in range(count)))
    return data


def one_line(result, code, *words):
    assert result.returncode == code, result.stderr
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    for word in words:
        assert word in lines[0]


def test_trains_and_says_so_in_words(tmp_path):
    record = tmp_path / "record.json"
    result = run("train_single", *SMALL, "--epochs", 3, "--record", record)
    assert result.returncode == 0, result.stderr
    assert "epoch 3/3" in result.stdout and "test accuracy" in result.stdout
    epochs = json.loads(record.read_text())["training"]["epochs"]
    assert [e["epoch"] for e in epochs] == [1, 2, 3]
    assert epochs[-1]["train_loss"] < epochs[0]["train_loss"]


@pytest.mark.parametrize("program,devices", [("train_single", 1), ("train_multi", 1), ("train_multi", 2)])
def test_same_seed_and_flags_give_the_same_bits(tmp_path, program, devices):
    if devices > len(os.sched_getaffinity(0)):
        pytest.skip("needs two cores")
    extra = ["--devices", devices] if program == "train_multi" else []
    files = [tmp_path / "a.npy", tmp_path / "b.npy"]
    for file in files:
        result = run(program, *SMALL, *extra, "--epochs", 2, "--seed", 5, "--save-parameters", file)
        assert result.returncode == 0, result.stderr
    assert files[0].read_bytes() == files[1].read_bytes()


def test_another_seed_gives_other_bits(tmp_path):
    files = {seed: tmp_path / f"{seed}.npy" for seed in (1, 2)}
    for seed, file in files.items():
        run("train_single", *SMALL, "--steps", 3, "--seed", seed, "--save-parameters", file)
    assert files[1].read_bytes() != files[2].read_bytes()


def test_steps_zero_saves_the_initial_parameters(tmp_path):
    numpy = pytest.importorskip("numpy")
    file, again = tmp_path / "initial.npy", tmp_path / "again.npy"
    assert run("train_single", *SMALL, "--steps", 0, "--save-parameters", file).returncode == 0
    values = numpy.load(file)
    assert values.dtype == numpy.float32 and values.shape == (784 * 16 + 16 + 16 * 10 + 10,)
    limit = 1 / 784**0.5
    first = values[: 784 * 16]
    assert abs(first).max() <= limit and abs(first).max() > 0.99 * limit
    assert abs(first.mean()) < 0.02 * limit
    result = run("train_multi", *SMALL, "--steps", 0, "--initial-parameters", file, "--save-parameters", again)
    assert result.returncode == 0, result.stderr
    assert again.read_bytes() == file.read_bytes()


def test_two_devices_prove_themselves_equal_to_one(tmp_path):
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("needs two cores")
    record = tmp_path / "record.json"
    result = run("train_multi", *SMALL, "--devices", 2, "--verify", "--epochs", 2, "--record", record)
    assert result.returncode == 0, result.stderr
    proof = json.loads(record.read_text())["verification"]
    assert proof["verdict"] == "passed"
    one = proof["against_one_device"]
    assert one["passed"] and one["gradient_difference"] <= one["gradient_tolerance"]
    assert one["uneven_gradient_difference"] <= one["gradient_tolerance"]
    assert len(set(proof["replica_checksums"])) == 1 and len(proof["replica_checksums"]) == 2


def test_a_measured_run_allocates_nothing_and_its_phases_add_up(tmp_path):
    record = tmp_path / "record.json"
    quick = ["--warmup-seconds", 0.05, "--budget-seconds", 0.3]
    result = run("train_single", *SMALL, "--measure", *quick, "--record", record)
    assert result.returncode == 0, result.stderr
    r = json.loads(record.read_text())
    assert r["counters"]["allocations_per_step"] == 0
    assert r["config"]["options"]["global_batch"]["value"] == 50
    windows = r["samples"]["windows"]
    rates = sorted(w["samples"] / w["seconds"] for w in windows)
    assert rates[0] <= r["summary"]["samples_per_second"]["value"] <= rates[-1]
    phases = r["phases"]["per_rank"][0]
    assert all(v >= 0 for v in phases.values())


@pytest.fixture
def letters(tmp_path):
    """EMNIST's letters as its archive has them, small: labels 1 to 26, a pattern of pixels each."""
    draw = random.Random(26)
    patterns = [[draw.randrange(256) for _ in range(784)] for _ in range(26)]
    data = tmp_path / "gzip"
    data.mkdir()
    for name, count in (("train", 2600), ("test", 520)):
        pixels = bytearray()
        for i in range(count):
            pixels += bytes((p + draw.randrange(256)) // 2 for p in patterns[i % 26])
        start = f"emnist-letters-{name}"
        idx(data / f"{start}-images-idx3-ubyte.gz", (count, 28, 28), bytes(pixels))
        idx(data / f"{start}-labels-idx1-ubyte.gz", (count,), bytes(1 + i % 26 for i in range(count)))
    return data


def test_emnist_letters_are_learned(letters, tmp_path):
    record = tmp_path / "record.json"
    options = ["--model", "784-64-27", "--global-batch", 32, "--epochs", 3, "--record", record]
    result = run("train_single", "--data", letters, *options)
    assert result.returncode == 0, result.stderr
    assert "(2600 training and 520 test samples, 27 classes)" in result.stdout
    by_folder = json.loads(record.read_text())
    assert by_folder["config"]["classes"] == 27
    assert by_folder["training"]["epochs"][-1]["test_accuracy"] > 0.5  # chance: 1 of 26
    result = run("train_single", "--data", letters / "emnist-letters", *options)
    assert result.returncode == 0, result.stderr
    by_prefix = json.loads(record.read_text())
    assert by_prefix["training"]["probe_loss"] == by_folder["training"]["probe_loss"]


def test_a_label_without_an_output_names_file_and_model(letters):
    result = run("train_single", "--data", letters, "--preset", "tf-mirrored", "--steps", 1)
    one_line(result, 7, "emnist-letters-train-labels-idx1-ubyte.gz: byte 17: label 10 of sample 9",
             "the model's last width is 10", "--model that ends in 27")


@pytest.mark.parametrize(
    "fault,words",
    [
        ("truncated", ["train-images-idx3-ubyte", "50192"]),
        ("label", ["train-labels-idx1-ubyte", "12"]),
        ("missing", ["t10k-labels-idx1-ubyte"]),
    ],
)
def test_bad_data_is_one_line_and_exit_7(folder, tmp_path, fault, words):
    if fault == "truncated":
        file = folder / "train-images-idx3-ubyte"
        file.write_bytes(file.read_bytes()[:-100])
    elif fault == "label":
        file = folder / "train-labels-idx1-ubyte"
        content = bytearray(file.read_bytes())
        content[8 + 5] = 12
        file.write_bytes(content)
    else:
        (folder / "t10k-labels-idx1-ubyte").unlink()
    record = tmp_path / "record.json"
    result = run("train_single", "--data", folder, "--preset", "tf-mirrored", "--steps", 1, "--record", record)
    one_line(result, 7, *words)
    assert json.loads(record.read_text())["status"] == "bad_data"


def test_an_output_that_cannot_be_written_is_exit_8(tmp_path):
    one_line(run("train_single", *SMALL, "--steps", 1, "--quiet", "--record", "/dev/full"), 8, "/dev/full")
    missing = tmp_path / "no" / "such" / "record.json"
    one_line(run("train_single", *SMALL, "--steps", 1, "--quiet", "--record", missing), 8, "record.json")


def test_the_deadline_ends_a_run_with_what_each_rank_did(tmp_path):
    record = tmp_path / "record.json"
    result = run("train_multi", *SMALL, "--epochs", 10**6, "--quiet", "--deadline", 0.5, "--record", record)
    one_line(result, 124, "deadline", "rank 0")
    assert json.loads(record.read_text())["status"] == "timeout"


def test_interrupt_is_exit_130_with_a_record(tmp_path):
    record = tmp_path / "record.json"
    command = [BIN / "train_single", *SMALL, "--epochs", str(10**6), "--record", record]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while b"epoch" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert process.returncode == 130
    assert json.loads(record.read_text())["status"] == "interrupted"


def test_more_devices_than_cores_is_refused():
    one_line(run("train_multi", *SMALL, "--devices", 4096, "--steps", 1), 2, "4096")


def test_model_that_does_not_fit_the_data_is_refused():
    one_line(run("train_single", "--data", "synthetic:100", "--model", "50-10", "--global-batch", 5), 2, "784")


@pytest.mark.parametrize("option", ["--data", "--preset", "--model", "--devices", "--lr", "--record",
                                    "--initial-parameters", "--save-parameters"])
@pytest.mark.parametrize("word", [b"\x1b[2J\n\xff\xe2\x80\xae", b"x" * 10240], ids=["acts", "long"])
def test_a_fault_names_what_was_given_and_shows_nothing_that_acts(tmp_path, option, word):
    data = [] if option == "--data" else ["--data", "synthetic:100"]
    result = run("train_multi", *data, "--steps", "0", option, os.fsdecode(b"no/" + word),
                 cwd=tmp_path, encoding="utf-8")
    shown = "no/xxx" if word.startswith(b"x") else "no/\\x1b[2J\\n\\xff\\u202e"
    one_line(result, result.returncode, shown)
    assert result.returncode in (2, 7, 8)
    assert not hostile_text.acts(result.stderr, kept="\n") and len(result.stderr) < 2500


def test_the_one_device_trainer_has_no_communication_code_in_it():
    symbols = subprocess.run(
        ["nm", "-C", BIN / "train_single"], capture_output=True, text=True, check=True
    ).stdout
    assert "dpscale::alone" in symbols or "dpscale::rank_run" in symbols
    assert "dpscale::comm::" not in symbols
