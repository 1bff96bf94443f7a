"""How the progress and the state of studies and searches are told, on a terminal and elsewhere."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from rbsolve.cli import study_display
from rbsolve.cli.commands import status
from rbsolve.cli.exit_codes import UsageError
from rbsolve.cli.progress import Bar
from rbsolve.cli.study_display import Rate, StudyDisplay, state_words
from rbsolve.store.records import StudyRecord
from rbsolve.studies.status import Standing

RECORD = StudyRecord(
    "1", "study", "s", "ada", "/s", "running", "", 10, 3, 1, 0, 0.0, 0, 0.0, 0.0, None, None, 0, now=10.0
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch):
    """Return a clock whose time changes only if it is set."""

    class Clock:
        now = 100.0

    monkeypatch.setattr(study_display.time, "monotonic", lambda: Clock.now)
    return Clock


@pytest.mark.parametrize(
    ("changes", "rate", "words"),
    [
        ({}, 0.0, "3 of 10 done, 1 failed"),
        ({"failed": 0}, 2.0, "3 of 10 done, 2 cases/s, 4 s left"),
        ({"cancelled": 2}, 0.5, "3 of 10 done, 1 failed, 2 cancelled, 0.5 cases/s, 8 s left"),
        ({"done": 9}, 1.0, "9 of 10 done, 1 failed"),
    ],
)
def test_the_state_of_a_study_in_words(changes, rate, words):
    assert state_words(replace(RECORD, **changes), rate) == words


def test_the_rate_is_that_of_the_last_twenty_seconds(clock):
    rate = Rate()
    rate.add(5)
    assert rate.per_second == 0.0
    clock.now += 0.1
    rate.add(6)
    assert rate.per_second == 0.0
    clock.now += 0.9
    rate.add(15)
    assert rate.per_second == 10.0
    clock.now += 20.5
    rate.add(56)
    assert rate.per_second == pytest.approx(41 / 20.5)


def test_a_study_without_a_terminal_has_a_line_every_five_seconds(clock, capsys):
    display = StudyDisplay(False)
    for second in range(12):
        clock.now = 100.0 + second
        display.show(replace(RECORD, done=second))
    display.show(None)
    clock.now += 9.0
    display.show(replace(RECORD, done=9, finished=1.0, state="failed"))
    display.close()
    assert capsys.readouterr().err.splitlines() == ["6 of 10 done, 1 failed, 1 cases/s, 3 s left"]


def test_why_a_study_waits_is_told_once(clock, capsys):
    display = StudyDisplay(False)
    for reason in ("waiting for Slurm", "", "waiting for Slurm", "waiting for dask"):
        display.show(RECORD, reason)
    StudyDisplay(True).show(RECORD, "waiting for nobody")
    display.show(None, "waiting for a record")
    assert capsys.readouterr().err.splitlines() == ["waiting for Slurm", "waiting for dask"]


@pytest.fixture
def on_terminal(monkeypatch):
    """Return a function that replaces standard error by a terminal, because pytest replaces it before each test."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "120")

    def replaced():
        monkeypatch.setattr(sys, "stderr", Terminal())
        return sys.stderr

    return replaced


def test_a_study_on_a_terminal_has_a_bar_with_notes_above(on_terminal):
    terminal = on_terminal()
    display = StudyDisplay(False)
    display.show(RECORD)
    assert display._bar.tasks[0].percentage == 40.0
    display.show(replace(RECORD, done=6), "waiting [for Slurm]")
    (task,) = display._bar.tasks
    assert (task.total, task.completed, task.fields["text"]) == (10, 7, "6 of 10 done, 1 failed")
    assert display._bar.live.is_started
    display.close()
    assert not display._bar.live.is_started
    shown = terminal.getvalue()
    assert " 70%" in shown
    assert "waiting [for Slurm]" in shown
    assert "6 of 10 done, 1 failed" in shown


@pytest.mark.parametrize("quiet", [True, False])
def test_a_display_that_shows_no_bar_leaves_the_terminal(on_terminal, quiet, monkeypatch):
    terminal = on_terminal()
    monkeypatch.setattr(study_display, "manner", lambda: SimpleNamespace(progress=False))
    display = StudyDisplay(quiet)
    display.show(RECORD)
    display.close()
    assert (display._bar, terminal.getvalue()) == (None, "")


def test_the_stage_of_a_run_is_in_its_bar(on_terminal):
    terminal = on_terminal()
    with Bar(1.0, 5.0) as bar:
        assert bar._progress.tasks[0].fields["text"] == "loading"
        bar.stage("compiling 2 of 7")
        assert bar._progress.tasks[0].fields["text"] == "compiling 2 of 7"
        bar.show(2.0, 10)
        assert bar._progress.tasks[0].percentage == 25.0
    assert "compiling 2 of 7" in terminal.getvalue()


STANDING = Standing(
    *("S", "running", "", 12, 7, 2, 1, 1, 1, None, 60.0, None, 55.0, (), (), False),
)


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({}, ["S: running, 7 of 12 cases done, 2 failed, 1 cancelled, 1 running, 1 pending"]),
        (
            {"failed": 0, "cancelled": 0, "running": 0, "pending": 0, "rate": 0.12345},
            ["S: running, 7 of 12 cases done; 0.123 cases/s"],
        ),
        (
            {"failed": 0, "cancelled": 0, "running": 0, "pending": 5, "rate": 2.0, "time_left": 61.0},
            ["S: running, 7 of 12 cases done, 5 pending; 2 cases/s, 1 min 01 s left"],
        ),
    ],
)
def test_the_status_of_a_study_in_one_line(capsys, changes, lines):
    status._print(replace(STANDING, **changes))
    assert capsys.readouterr().out.splitlines()[: len(lines)] == lines


def tell(monkeypatch, *found, starts=None, watch=False, why=None, reason=None, form="text"):
    """Run the command for a search with these states, and return the exit code and the number of waits."""
    waits, states = [], iter([*found, None])
    monkeypatch.setattr("rbsolve.search.standing.standing_of", lambda folder: next(states))
    monkeypatch.setattr("rbsolve.cli.starts.standing_of_starts", lambda folder: starts)
    monkeypatch.setattr(status.time, "sleep", waits.append)
    arguments = SimpleNamespace(study=Path("FIT"), why=why, failed=False, reason=reason, format=form, watch=watch)
    return status._tell_search(arguments), waits


def search(state, evaluations, message="", **parameters):
    return {
        "search": "FIT",
        "state": state,
        "evaluations": evaluations,
        "message": message,
        "parameters": parameters,
    }


def test_a_search_is_watched_until_it_ends(monkeypatch, capsys):
    states = (search("running", 1), search("running", 4), search("complete", 9, "converged", L=1.25))
    assert tell(monkeypatch, *states, watch=True) == (0, [1.0, 1.0])
    assert capsys.readouterr().out.splitlines() == [
        "FIT: running; 1 evaluation",
        "FIT: running; 4 evaluations",
        "FIT: complete: converged; 9 evaluations",
        "  L = 1.25",
    ]
    assert tell(monkeypatch, *states) == (0, [])


@pytest.mark.parametrize("state", ["interrupted", "killed"])
def test_an_unfinished_search_has_its_own_exit_code_and_advice(monkeypatch, capsys, state):
    assert tell(monkeypatch, search(state, 2), watch=True) == (130, [])
    assert capsys.readouterr().out.splitlines() == [
        f"FIT: {state}; 2 evaluations",
        "  `rbsolve resume FIT` continues the search",
    ]


def test_the_starts_of_a_search_are_told_one_by_one(monkeypatch, capsys):
    good = SimpleNamespace(value=2.5, parameters={"L": 0.5}, status="complete", iterations=3, message="")
    starts = (replace(STANDING, cancelled=0, running=0), {0: good})
    assert tell(monkeypatch, search("running", 2), starts=starts) == (0, [])
    assert capsys.readouterr().out.splitlines() == [
        "FIT: running; 2 evaluations",
        "  7 of 12 starts done, 2 failed, 1 pending",
        "  start 0: 2.5, L = 0.5; complete after 3 iterations",
    ]


def test_the_status_of_a_search_as_json(monkeypatch, capsys):
    tell(monkeypatch, search("complete", 2, L=1.0), form="json")
    assert json.loads(capsys.readouterr().out) == search("complete", 2, L=1.0)


@pytest.mark.parametrize("words", [{"why": 0}, {"reason": "deck-error"}])
def test_questions_about_cases_do_not_apply_to_searches(monkeypatch, words):
    with pytest.raises(UsageError) as refused:
        tell(monkeypatch, search("running", 1), **words)
    assert str(refused.value) == "FIT: --why, --failed and --reason apply to studies, not to searches"


def test_the_folder_of_a_watched_search_may_disappear(monkeypatch, capsys):
    with pytest.raises(UsageError) as refused:
        tell(monkeypatch, search("running", 1), watch=True)
    assert str(refused.value) == "FIT: the folder of the search has disappeared"
