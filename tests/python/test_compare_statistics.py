# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""bench/frameworks/compare: its statistics, schedule and bookkeeping, with fake workers."""

import collections
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import time

import hostile_text
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "frameworks"))

from comparison import cases, child, launch, main, options  # noqa: E402
from comparison import schedule, statistics, summary  # noqa: E402


def settings(tmp_path, *arguments):
    made = options.parse(["--rows", "torch", *arguments])
    made.output, made.data, made.cores, made.bin = tmp_path / "out", tmp_path, [0, 1], tmp_path
    return made


def test_median_step_is_of_windows_not_of_all_steps():
    windows = [{"seconds": 1.0, "steps": 1}, {"seconds": 2.0, "steps": 1000},
               {"seconds": 3.0, "steps": 1000}]
    assert statistics.median_step(windows) == pytest.approx(0.003)


def test_interval_against_a_published_quantile():
    # exp(1), exp(2), exp(3): mean of logarithms 2, s = 1; t(0.975, 2) = 4.302653 in every table.
    found = statistics.geometric_mean([math.exp(1), math.exp(2), math.exp(3)])
    half = 4.302653 / math.sqrt(3)
    assert found.value == pytest.approx(math.exp(2))
    assert math.log(found.low) == pytest.approx(2 - half, abs=1e-6)
    assert math.log(found.high) == pytest.approx(2 + half, abs=1e-6)


def test_two_launches_give_no_interval():
    found = statistics.geometric_mean([2.0, 8.0])
    assert found.value == pytest.approx(4.0)
    assert (found.low, found.high) == (None, None)
    assert found.reason == "n = 2, no inference"


def test_pairing_removes_what_drifts_between_blocks():
    drift = [1.0, 1.7, 0.6, 2.5]
    slow = {block: 3.0 * factor for block, factor in enumerate(drift)}
    fast = {block: 1.5 * factor for block, factor in enumerate(drift)}
    found = statistics.paired_ratio(slow, fast)
    assert found.value == pytest.approx(2.0)
    assert found.high - found.low < 1e-9


def test_only_blocks_with_both_count():
    found = statistics.paired_ratio({0: 4.0, 1: 4.0, 2: 400.0}, {0: 2.0, 1: 2.0, 3: 1.0})
    assert (found.value, found.count) == (pytest.approx(2.0), 2)


def test_every_block_holds_every_row_once_in_another_order():
    chosen = cases.choose(["b1024"])
    launches = schedule.plan(chosen, 6, seed=3)
    orders = set()
    for block in range(6):
        mine = [(one.case.name, one.row) for one in launches if one.block == block]
        assert collections.Counter(mine) == collections.Counter(
            (case.name, row) for case in chosen for row in case.rows)
        orders.add(tuple(mine))
        visited = [name for name, _ in mine]
        changes = sum(a != b for a, b in zip(visited, visited[1:]))
        assert changes == len(chosen) - 1, "the rows of a case follow one another"
    assert len(orders) == 6
    assert launches == schedule.plan(chosen, 6, seed=3) != schedule.plan(chosen, 6, seed=4)


def test_patterns_choose_and_typing_errors_are_named():
    names = [case.name for case in cases.choose(["one-core/784-64-10/*"], ["jax*"])]
    assert names == [f"one-core/784-64-10/b{b}" for b in (32, 1024, 8192)]
    assert {row for case in cases.choose([], ["jax*"]) for row in case.rows} == {
        "jax-jit", "jax-scan"}
    with pytest.raises(ValueError, match="no case matches 'b33'"):
        cases.choose(["b33"])


def fake(step_seconds):
    """A launcher whose rows take what `step_seconds(row, block)` says; None fails."""
    def run(one):
        figure = step_seconds(one.row, one.block)
        if figure is None:
            return launch.failed("crashed", "exit 1: no such module")
        return launch.finished({"status": "ok", "reason": None, "warmup": {"steps": 2000},
                                "windows": [{"seconds": figure * 10, "steps": 10}]})
    return run


def compared(tmp_path, launcher, blocks=3, missing=None):
    chosen = cases.choose(["one-core/784-64-10/b32"])
    made = main.Comparison(chosen, settings(tmp_path, "--blocks", str(blocks)), launcher,
                           missing or {})
    made.run()
    return made.results()


def test_speed_up_is_against_the_fastest_row_and_the_goals_rivals(tmp_path):
    steps = {"dpscale": 50e-6, "jax-scan": 100e-6, "tensorflow": 80e-6}
    results = compared(tmp_path, fake(lambda row, block: steps.get(row, 500e-6) * (1 + block)))
    case = results["cases"][0]
    assert case["fastest"]["row"] == "tensorflow" and case["goal"]["row"] == "jax-scan"
    assert case["fastest"]["speed_up"]["value"] == pytest.approx(1.6)
    assert case["goal"]["speed_up"]["value"] == pytest.approx(2.0)
    assert case["goal"]["reached"] is True and main.verdict(results, check=True) == 0
    by_name = {row["row"]: row for row in case["rows"]}
    assert by_name["torch"]["dpscale_speed_up"]["value"] == pytest.approx(10.0)
    assert by_name["dpscale"]["step_seconds"]["value"] == pytest.approx(50e-6 * 6 ** (1 / 3))


def test_a_missed_goal_is_told(tmp_path):
    results = compared(tmp_path, fake(lambda row, block: 1e-3))
    assert results["cases"][0]["goal"]["reached"] is False
    assert (main.verdict(results, check=True), main.verdict(results, check=False)) == (1, 0)


@pytest.mark.parametrize("seed", range(3))
def test_a_worker_s_words_stay_in_their_field_and_off_the_terminal(tmp_path, capsys, seed):
    words = iter(hostile_text.texts(seed, 100))

    def failing(_launch):
        return launch.failed("crashed", next(words))

    chosen = cases.choose(["one-core/784-64-10/b32"])
    made = main.Comparison(chosen, settings(tmp_path, "--blocks", "5"), failing, {}, main.say)
    made.run()
    said = capsys.readouterr().err
    assert said.count("\n") == len(made.launches) and not hostile_text.acts(said, kept="\n")
    markdown = summary.markdown({**made.results(), "versions": {"torch": next(words)}})
    assert not hostile_text.acts(markdown, kept="\n")
    rows = [line for line in markdown.split("\n") if line.startswith("|")]
    widths = [len(re.findall(r"(?:\\.|[^|\\])*\|", row[1:])) for row in rows]
    assert widths == [6, 6, 6] + [5] * (len(rows) - 3) and len(rows) > 5


def test_failed_and_missing_rows_are_shown_and_not_filled(tmp_path):
    calls = collections.Counter()

    def step(row, block):
        calls[row] += 1
        return None if row == "torch" or (row == "torch-fused" and block == 1) else 1e-4

    results = compared(tmp_path, fake(step), blocks=4, missing={"jax": "not installed: no disk"})
    rows = {row["row"]: row for row in results["cases"][0]["rows"]}
    assert rows["torch"]["status"] == "failed"
    assert rows["torch"]["step_seconds"]["value"] is None
    assert rows["torch-fused"]["status"] == "partly failed"
    assert rows["torch-fused"]["launches"] == {"run": 4, "ok": 3}
    assert rows["jax-jit"]["status"] == "not installed" and calls["jax-jit"] == 0
    assert calls["torch"] == 2, "a row that fails twice is not launched again"
    text = summary.markdown(results)
    assert "failed: exit 1: no such module" in text and "not installed: no disk" in text
    assert main.verdict(results, check=False) == 9


def test_results_are_whole_json_after_every_launch(tmp_path):
    chosen = cases.choose(["one-core/784-64-10/b32"], ["torch*"])
    made = main.Comparison(chosen, settings(tmp_path, "--blocks", "1"),
                           fake(lambda row, block: 1e-4), {})
    (tmp_path / "out").mkdir()
    states = []

    def keep():
        main.store(tmp_path / "out", made.results())
        states.append(json.loads((tmp_path / "out" / "results.json").read_text())["done"])

    made.run(keep)
    assert states == [1, 2, 3, 4]
    assert [path.name for path in (tmp_path / "out").iterdir() if path.suffix == ".part"] == []


def test_interruption_keeps_what_there_is(tmp_path, capsys):
    def stop(one):
        if len(made.launches) == 2:
            raise KeyboardInterrupt
        return fake(lambda row, block: 1e-4)(one)

    chosen, given = cases.choose(["b1024"]), settings(tmp_path)
    made = main.Comparison(chosen, given, stop, {})
    assert main.conclude(made, given) == 130
    results = json.loads((given.output / "results.json").read_text())
    assert (results["status"], results["done"]) == ("interrupted", 2)
    assert "interrupted: 2 of" in capsys.readouterr().out


def test_an_output_that_cannot_be_written_ends_with_8(tmp_path, capsys):
    given = settings(tmp_path)
    given.output.write_text("a file")
    made = main.Comparison(cases.choose(["b1024"]), given, fake(lambda row, block: 1e-4), {})
    assert main.conclude(made, given) == 8
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


WORKER = "import sys, time\n"


def launched(tmp_path, monkeypatch, body, deadline=30.0):
    """The result of a real child process whose program is `body`."""
    monkeypatch.setattr(launch, "WORKERS", tmp_path)
    (tmp_path / "torch_eager.py").write_text(WORKER + body)
    given = settings(tmp_path, "--deadline", str(deadline))
    given.cores = [sorted(os.sched_getaffinity(0))[0]]
    case = cases.choose(["one-core/784-64-10/b32"], ["torch"])[0]
    return launch.Launcher(given)(schedule.Launch(0, case, "torch"))


def test_a_worker_process_gives_its_figure(tmp_path, monkeypatch):
    line = json.dumps({"status": "ok", "reason": None, "warmup": {"steps": 2000},
                       "windows": [{"seconds": 0.5, "steps": 1000}]})
    found = launched(tmp_path, monkeypatch, f"print('noise'); print('''{line}''')")
    assert found["status"] == "ok" and found["step_seconds"] == pytest.approx(5e-4)


@pytest.mark.parametrize("body, status, words", [
    ("sys.exit('no module named torch')", "crashed", "exit 1: no module named torch"),
    ("import os; os.kill(os.getpid(), 9)", "crashed", "signal SIGKILL"),
    ("print('half a li')", "crashed", "JSONDecodeError"),
    ("pass", "crashed", "printed no result"),
    ("print('{\"status\": \"wrong_result\", \"reason\": \"the loss has not fallen\"}')\n"
     "sys.exit(3)", "wrong_result", "has not fallen"),
])
def test_a_bad_worker_is_a_failed_row(tmp_path, monkeypatch, body, status, words):
    found = launched(tmp_path, monkeypatch, body)
    assert (found["status"], found["step_seconds"]) == (status, None)
    assert words in found["reason"]


def test_a_worker_that_hangs_is_ended_with_all_it_started(tmp_path, monkeypatch):
    body = ("import subprocess\n"
            f"peer = subprocess.Popen(['sleep', '600'])\n"
            f"open({str(tmp_path / 'peer')!r}, 'w').write(str(peer.pid))\n"
            "time.sleep(600)")
    found = launched(tmp_path, monkeypatch, body, deadline=2.0)
    assert (found["status"], found["step_seconds"]) == ("timeout", None)
    status = pathlib.Path("/proc") / (tmp_path / "peer").read_text() / "status"
    for _ in range(100):  # a killed orphan is gone as soon as init has reaped it
        if not status.exists() or "State:\tZ" in status.read_text():
            return
        time.sleep(0.05)
    pytest.fail("the worker's child is still there")


def test_child_output_is_kept_apart():
    code, out, err = child.run([sys.executable, "-c",
                                "import sys; print('a'); print('b', file=sys.stderr); sys.exit(5)"],
                               None, 30)
    assert (code, out, err) == (5, "a\n", "b\n")
    assert child.why(code, err) == "exit 5: b"


def test_the_trainer_command_drops_the_tail_like_every_row(tmp_path):
    given = settings(tmp_path)
    case = cases.choose(["2-devices/784-64-10/b8192"])[0]
    command = launch.Launcher(given).dpscale_command(case, 2, tmp_path / "r.json", 1.0, 3.5)
    assert command[0].endswith("train_multi")
    pairs = dict(zip(command, command[1:]))
    assert (pairs["--devices"], pairs["--global-batch"]) == ("2", "8192")
    assert (pairs["--tail"], pairs["--preset"], pairs["--seed"]) == ("drop", "tf-mirrored", "2")


@pytest.mark.skipif(sys.version_info < (3, 11), reason="compare needs Python 3.11")
@pytest.mark.parametrize("arguments, words", [
    (["--cases", "nothing"], "no case matches"), (["--blocks", "0"], "not above zero"),
    (["--frameworks", "caffe"], "not one of"),
    (["--data", "/nonexistent"], "no such folder"),
])
def test_usage_errors_are_told_before_anything_is_installed(tmp_path, arguments, words):
    done = subprocess.run([ROOT / "bench/frameworks/compare", "--venv", tmp_path / "venv",
                           "--rows", "torch", *arguments], capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 2 and words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "venv").exists()
