"""An optimization from several starts is a study. It gives the same bits on each engine, and after each interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import forked
import pytest
from spring import DECK, MINIMA, UNDAMPED
from waiting import PATIENCE, wait_until

from rbsolve.studies.disk.folder import StudyFolder

WORDS = ("optimize", "spring.deck", "--minimize", "final(x)", "-p", "k=1:70", "-p", "c=0", "--starts", 7, "--seed", 3)


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spring.deck").write_text(UNDAMPED)
    (tmp_path / "mine.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\ndef pool():\n    return ThreadPoolExecutor(1)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the optimum of an undisturbed study on this machine's cores."""
    from rbsolve.cli import main

    folder = tmp_path_factory.mktemp("whole")
    (folder / "spring.deck").write_text(UNDAMPED)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main([*map(str, WORDS), "-o", "OPT", "-q", "-j", "1"]) == 0
    return optimum(folder / "OPT")


def optimum(folder):
    found = json.loads((folder / "optimum.json").read_text())
    return {name: value for name, value in found.items() if name != "command"}


def test_the_starts_find_every_minimum(whole):
    assert sorted(one["parameters"]["k"] for one in whole["local_optima"]) == pytest.approx(MINIMA, rel=1e-4)
    assert whole["value"] == pytest.approx(-1.0, abs=1e-9)
    assert len(whole["searches"]) == 8


def test_another_executor_gives_the_same_bits(place, rbsolve, whole):
    assert rbsolve(*WORDS, "-o", "OPT", "--executor", "mine:pool", "-q") == 0
    assert optimum(place / "OPT") == whole
    assert not (place / "OPT/unfinished").exists()
    assert rbsolve(*WORDS, "-o", "NO", "--executor", "mine:none") == 2


def launch(*words, stderr=subprocess.DEVNULL):
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-m", "rbsolve", *map(str, words)]
    return forked.Popen(command, stderr=stderr, text=True, env=environment)


def is_begun(folder):
    return any(path.stat().st_size for path in folder.glob("OPT/unfinished/evaluations-*.jsonl"))


def test_a_killed_study_of_starts_continues_with_the_same_bits(place, rbsolve, whole, capsys):
    running = launch(*WORDS, "-o", "OPT", "-j", 1)
    wait_until(lambda: is_begun(place), running)
    assert rbsolve("status", "OPT", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["state"], found["starts"]["cases"]) == ("running", 8)
    running.send_signal(signal.SIGKILL)
    running.wait(PATIENCE)
    assert rbsolve("status", "OPT") == 130
    told = capsys.readouterr().out
    assert "OPT: killed; " in told
    assert "of 8 starts done" in told
    stored = len((place / "OPT/unfinished/evaluations-0.jsonl").read_bytes().splitlines())
    assert rbsolve("resume", "OPT", "-j", 2, "--executor", "mine:pool") == 0
    assert "start 7: " in capsys.readouterr().err
    assert stored
    assert optimum(place / "OPT") == whole


@pytest.mark.parametrize("way", ["interrupt", "cancel"])
def test_an_interrupted_study_of_starts_keeps_the_best_so_far(place, rbsolve, whole, way):
    running = launch(*WORDS, "-o", "OPT", "-j", 1, stderr=subprocess.PIPE)
    wait_until(lambda: (place / "OPT/unfinished/end-0.json").exists(), running)
    if way == "interrupt":
        running.send_signal(signal.SIGINT)
    else:
        assert rbsolve("cancel", "OPT") == 0
    with running.stderr:
        assert "`rbsolve resume OPT` continues the search" in running.stderr.read()
    assert running.wait(PATIENCE) == 130
    so_far = optimum(place / "OPT")
    assert so_far["status"] == "interrupted"
    assert so_far["value"] == pytest.approx(-1.0, abs=1e-9)
    assert rbsolve("resume", "OPT", "-q") == 0
    assert optimum(place / "OPT") == whole


def test_a_lost_journal_is_solved_again(place, rbsolve, whole, monkeypatch):
    from rbsolve.search.journal import Unfinished

    with monkeypatch.context() as patch:
        patch.setattr(Unfinished, "end", lambda self: None)
        assert rbsolve(*WORDS, "-o", "OPT", "-q") == 0
    manifest = StudyFolder.open(place / "OPT/unfinished").manifest
    assert (manifest.kind, manifest.cases) == ("starts", 8)
    journal = place / "OPT/unfinished/evaluations-3.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:2]) + b'{"key')
    assert rbsolve("resume", "OPT", "-q") == 0
    assert optimum(place / "OPT") == whole


def test_a_start_whose_run_fails_costs_no_other_start(place, rbsolve, capsys):
    """Beyond c = 4, a signal has no value."""
    edge = "@SIGNAL_DEFINITION { @SIGNAL_NAME {edge} { @EXPRESSION {0*sqrt(4 - #c)} @UNIT {N} } }\n"
    edge += "@SENSOR_DEFINITION { @SENSOR_NAME {edge} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {edge} } }\n"
    (place / "edge.deck").write_text(DECK % 20 + edge)
    words = ("optimize", "edge.deck", "--minimize", "integral(square)", "-p", "c=0.2:8", "--starts", 4, "-o", "OPT")
    assert rbsolve(*words, "-j", 1) == 0
    assert "the run at the start of the search fails" in capsys.readouterr().err
    found = optimum(place / "OPT")
    assert {one["status"] for one in found["searches"]} == {"complete", "failed"}
    assert found["parameters"]["c"]["value"] == pytest.approx(2.0, rel=1e-3)


def test_a_deck_from_standard_input(place, rbsolve, whole, monkeypatch):
    import io

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UNDAMPED.encode())))
    assert rbsolve("optimize", "-", *WORDS[2:], "-o", "OPT", "-q") == 0
    assert optimum(place / "OPT") == whole


def test_an_executor_needs_starts(rbsolve, capsys):
    assert rbsolve("optimize", "spring.deck", "--minimize", "final(x)", "-p", "k=1:70", "--executor", "local") == 2
    assert "--executor needs --starts" in capsys.readouterr().err
