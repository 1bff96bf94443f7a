"""Texts and files around runs: failed runs as exceptions, displays of progress, and the folders of searches."""

from __future__ import annotations

import os
import pickle
from types import SimpleNamespace

import numpy as np
import pytest

import rbsolve
from rbsolve.api.runs import SolveError
from rbsolve.api.searches import run_search
from rbsolve.display import following
from rbsolve.display.following import Bar, bar
from rbsolve.pipeline import check_deck
from rbsolve.results.file.target import OutputError
from rbsolve.runs import resume
from rbsolve.runs.results import Results
from rbsolve.runs.resume import ResumeError
from rbsolve.search import outputs
from rbsolve.solver.model.outcome import Outcome

BOX = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS {#m} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} } }
"""


def test_a_failed_run_is_sent_to_other_processes_with_its_rows(results_path, time):
    """multiprocessing pickles the exceptions of its workers."""
    outcome = next(each for each in Outcome if each is not Outcome.COMPLETE)
    with Results.from_image(results_path.read_bytes()) as results:
        sent = pickle.dumps(SolveError("it broke", outcome, results))
    found = pickle.loads(sent)
    assert (type(found), str(found), found.outcome) == (SolveError, "it broke", outcome)
    np.testing.assert_array_equal(found.results.time, time)


def test_sensors_of_many_cases_have_names_of_the_deck():
    with pytest.raises(ValueError, match=r"^there is no sensor tpi: did you mean tip\?$"):
        rbsolve.solve_many(BOX, {"m": [1.0]}, sensors=["tpi"])


@pytest.mark.parametrize("status", ["complete", "failed", "interrupted"])
@pytest.mark.parametrize("output", [None, "found"])
def test_a_search_is_written_and_then_interrupted(tmp_path, status, output):
    found, written = SimpleNamespace(status=status), []
    search = SimpleNamespace(solve=lambda: found, write=lambda *arguments: written.append(arguments))
    made = []
    call = (
        BOX,
        lambda checked: made.append(checked) or search,
        {"t_end": 0.5},
        output and tmp_path / output,
        "rbsolve.fit",
    )
    if status == "interrupted":
        with pytest.raises(KeyboardInterrupt):
            run_search(*call)
    else:
        assert run_search(*call) is found
    assert made[0].compiled.schedule.stop == 0.5
    assert written == ([(found, tmp_path / output, BOX, "rbsolve.fit")] if output else [])


def test_short_runs_show_no_progress(monkeypatch, capsys):
    shown = []
    now = [10.0]
    monkeypatch.setattr(following, "time", SimpleNamespace(monotonic=lambda: now[0]))
    line = Bar(lambda text, fraction: shown.append((text, fraction)))
    for k, now[0] in enumerate((10.9, 11.1, 11.2, 11.4)):  # the display appears after 1 s, and changes every 0.2 s
        line.show(f"t{k}", k / 4)
        assert line.is_shown == bool(shown)
    assert shown == [("t1", 0.25), ("t3", 0.75)]
    monkeypatch.undo()
    with bar(True) as line:
        line.show("too early", 0.5)
    assert capsys.readouterr().err == ""
    with bar(True) as line:
        line.stage("compiling")
    told = capsys.readouterr().err
    assert "compiling" in told
    assert "ended after " in told
    assert told.endswith("\n")
    with pytest.raises(TypeError) as refused, bar("yes"):
        pass
    assert str(refused.value) == "progress must be True, False, None or a function, not 'yes'"


@pytest.mark.parametrize(
    "shell",
    [
        None,
        SimpleNamespace(),  # another module of this name
        SimpleNamespace(get_ipython=lambda: None),
        SimpleNamespace(get_ipython=lambda: SimpleNamespace()),  # IPython in a terminal
        SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=None)),
    ],
)
def test_outside_of_notebooks_there_is_no_bar(monkeypatch, shell):
    modules = {} if shell is None else {"IPython": shell}
    monkeypatch.setattr(following, "sys", SimpleNamespace(modules=modules))
    assert following._notebook_handle() is None
    with bar(None) as line:
        assert line is None


def test_the_best_run_of_a_search_may_have_errors(tmp_path):
    checked = check_deck(BOX.replace("{1}", "{-1}"))
    told = outputs.write_run(SimpleNamespace(check=lambda values: checked), {}, tmp_path / "best.h5", "rbsolve fit")
    assert told == "<text>:3: invalid-value: `@MASS` must be greater than 0, but -1 is given"
    assert not (tmp_path / "best.h5").exists()


@pytest.mark.parametrize(
    ("flaw", "told", "written"),
    [
        ("", "", ["best.deck"]),
        (
            "cannot write best.deck: No space left on device",
            "cannot write best.deck: No space left on device",
            ["best.deck"],
        ),
        ("the deck has several files: name a folder", "", ["best.deck", "best"]),
    ],
)
def test_the_best_deck_replaces_an_earlier_one(tmp_path, monkeypatch, flaw, told, written):
    (tmp_path / "best").mkdir()
    (tmp_path / "best" / "old.deck").write_text("old")
    tried = []

    class Made:
        def __init__(self, deck, options, title):
            assert (deck, options, title) == (BOX, {"m": 2.0}, "Fitted")

        def write(self, path, name):
            tried.append((path, name))
            if flaw and len(tried) == 1:
                raise OutputError(flaw)

    monkeypatch.setattr(outputs, "DeckWithValues", Made)
    variation = SimpleNamespace(options=lambda values: values)
    assert outputs.write_deck(BOX, variation, {"m": 2.0}, tmp_path, "Fitted") == told
    assert tried == [(tmp_path / name, "best") for name in written]
    assert os.listdir(tmp_path) == []


def test_a_run_is_continued_by_the_same_versions_only():
    same = {"rbsolve": resume.VERSION, **resume.environment()}
    resume._check_version({**same, "hostname": "another computer"})
    for name in ("rbsolve", *resume.DECIDES):
        with pytest.raises(ResumeError) as refused:
            resume._check_version({**same, name: "0.0"})
        now = same[name]
        assert str(refused.value) == (
            f"the continued run would not be bitwise identical: {name} 0.0 is now {now}; run the deck again"
        )


def test_only_own_small_files_are_compared_with_the_deck(tmp_path, monkeypatch):
    path = tmp_path / "a.deck"
    path.write_bytes(b"12345")
    os.mkfifo(tmp_path / "pipe")
    assert resume._own_file(path, 5) == b"12345"
    assert resume._own_file(path, 4) is None
    for other in (tmp_path, tmp_path / "pipe", tmp_path / "missing", tmp_path / "a\0b"):
        assert resume._own_file(other, 99) is None
    monkeypatch.setattr(resume.os, "geteuid", lambda: os.getuid() + 1)
    assert resume._own_file(path, 5) is None
