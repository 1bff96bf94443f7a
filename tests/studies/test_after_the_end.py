"""Commands and methods for studies that have ended, that stop early, or that cannot be worked on."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.cli import studying
from rbsolve.cli.study_display import StudyDisplay
from rbsolve.studies import study as studies
from rbsolve.studies.collecting.reader import StudyResults
from rbsolve.studies.disk.folder import NotAStudyError, StudyFolder
from rbsolve.studies.engines.engine import EngineError
from rbsolve.studies.preparation import preparing
from rbsolve.studies.preparation.preparing import NotEmptyError, folder_before
from rbsolve.studies.running import supervisor as supervisors
from rbsolve.studies.study import StudyError


@pytest.fixture
def copied(study, tmp_path):
    """Return a copy of a study of 15 cases, of which the five cases with a negative mass have failed."""
    return shutil.copytree(study, tmp_path / "study")


def test_a_study_that_has_ended_is_not_cancelled(copied, rbsolve, capsys):
    for _ in range(2):
        assert rbsolve("cancel", copied) == 0
        assert capsys.readouterr().err == f"{copied}: the study has already ended (failed)\n"
    assert rbsolve("status", copied) == 0
    assert f"{copied}: failed, 10 of 15 cases done, 5 failed; " in capsys.readouterr().out


def test_results_of_a_study_are_closed_after_their_block(copied):
    with StudyResults.open(copied / "study.h5") as results:
        file = results.file
        assert file
    assert not file


def test_indices_tell_how_many_cases_have_no_value(copied, rbsolve, capsys, tmp_path):
    """Mass and spin are independent in the grid, and the final height does not depend on either."""
    table = tmp_path / "i.csv"
    assert rbsolve("collect", copied, "--indices", "--response", "s=#spin + 0*final(height.3)", "-o", table) == 0
    shown = capsys.readouterr()
    assert shown.err.splitlines()[0] == (
        "s: 5 cases omitted, because these cases, or other cases of their block, have no value"
    )
    assert shown.err.splitlines()[1:] == [str(table)]
    head, *lines = shown.out.splitlines()
    assert head.split() == ["response", "parameter", "correlation", "low", "high", "rank_correlation"]
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [(row["response"], row["parameter"]) for row in rows] == [("s", "spin"), ("s", "mass")]
    np.testing.assert_allclose([float(row["correlation"]) for row in rows], [1.0, 0.0], atol=1e-12)
    assert [line.split()[:2] for line in lines] == [["s", "spin"], ["s", "mass"]]
    width = len("parameter") + 2
    assert all(
        line.startswith(f"{'s':<{width}}{name:<{width}}") for line, name in zip(lines, ("spin", "mass"), strict=True)
    )


def test_the_deck_of_a_case_is_written_with_the_words_that_repeat_its_run(copied, rbsolve, capsys, tmp_path):
    assert rbsolve("export", copied, "--case", "1", "--deck", "-o", tmp_path / "one.deck") == 0
    assert capsys.readouterr().err == f"{tmp_path / 'one.deck'}\n"


def test_a_failed_case_is_not_exported(copied, rbsolve, capsys, tmp_path):
    with studies.Study(copied).results() as results:
        number = int(np.flatnonzero(results.status == "failed")[0])
        message = str(results.message[number])
    output = tmp_path / "one.h5"
    assert rbsolve("export", copied / "study.h5", "--case", str(number), "-o", output) == 4
    assert capsys.readouterr().err == f"rbsolve: case {number} has no results: {message}\n"
    assert not output.exists()


class Stopping:
    """A supervisor that stops at once, with an error or because of a full disk."""

    error = None
    trouble = ""

    def __init__(self, database, engine, identity="", **options):
        self.record = None

    def run(self):
        if self.error is not None:
            raise self.error


def test_a_study_that_stops_early_says_how_to_continue(copied, monkeypatch, capsys):
    folder = StudyFolder.open(copied)
    engine = SimpleNamespace(waiting="")
    monkeypatch.setattr(supervisors, "Supervisor", Stopping)
    monkeypatch.setattr(Stopping, "error", EngineError("no scheduler answers"))
    assert studying.solve_cases(folder, engine, StudyDisplay(False), "S") == 4
    assert capsys.readouterr().err == (
        "rbsolve: no scheduler answers\n"
        "         `rbsolve resume S` continues the study, with this or another --executor\n"
    )
    monkeypatch.setattr(Stopping, "error", None)
    monkeypatch.setattr(Stopping, "trouble", "the disk is full")
    assert studying.solve_cases(folder, engine, StudyDisplay(False), "S") == 4
    assert capsys.readouterr().err == (
        "rbsolve: the study stopped: the disk is full\n         0 cases not solved yet; `rbsolve resume S` continues\n"
    )
    monkeypatch.setattr(Stopping, "trouble", "")
    worked = studying.solve_cases(folder, engine, StudyDisplay(False), "S")
    assert (worked.record.done, worked.record.failed, worked.interrupted) == (10, 5, False)


def test_the_place_of_a_local_store_is_told(copied, monkeypatch, capsys):
    from rbsolve.studies.disk import opening

    monkeypatch.setattr(supervisors, "Supervisor", Stopping)
    url = f"sqlite:///{copied / 'study.db'}"
    monkeypatch.setattr(opening, "store_of", lambda folder, store: (url, f"{folder.name} is on a network"))
    studying.solve_cases(StudyFolder.open(copied), SimpleNamespace(waiting=""), StudyDisplay(True), "S")
    assert capsys.readouterr().err == "study is on a network\n"


def test_a_study_in_python_that_stops_early_is_an_error_with_advice(copied, monkeypatch):
    study = studies.Study(copied)
    advice = f"solved cases are kept; `study.resume()` or `rbsolve resume {copied}` continues"
    monkeypatch.setattr(supervisors, "Supervisor", Stopping)
    monkeypatch.setattr(Stopping, "error", EngineError("no scheduler answers"))
    with pytest.raises(StudyError) as refused:
        study.resume(jobs=1)
    assert str(refused.value) == f"no scheduler answers; {advice}"
    monkeypatch.setattr(Stopping, "error", None)
    monkeypatch.setattr(Stopping, "trouble", "the disk is full")
    with pytest.raises(StudyError) as refused:
        study.resume(jobs=1)
    assert str(refused.value) == f"the disk is full; {advice}"
    monkeypatch.setattr(Stopping, "trouble", "")
    collected = []
    monkeypatch.setattr(studies.Study, "_collect", lambda self: collected.append(self))
    study.resume(jobs=1)
    assert collected == []  # the supervisor has no record of an ended study


@pytest.mark.parametrize(("jobs", "more"), [(None, []), (3, ["-j", "3"])])
def test_a_study_is_resumed_in_another_process(copied, monkeypatch, jobs, more):
    started = []
    monkeypatch.setattr(studies.subprocess, "Popen", lambda words, **how: started.append((words, how)))
    found = studies.Study(copied).resume(jobs, "dask:tcp://x", wait=False)
    assert (found.done, found.failed) == (10, 5)
    ((words, how),) = started
    assert words == [sys.executable, "-m", "rbsolve", "resume", str(copied), "--executor", "dask:tcp://x", "-q", *more]
    null = subprocess.DEVNULL
    assert how == {"stdin": null, "stdout": null, "stderr": null, "start_new_session": True}


def test_failed_cases_are_tried_again_with_other_limits(copied, monkeypatch):
    resumed = []
    monkeypatch.setattr(studies.Study, "resume", lambda self, *given: resumed.append(given) or self.status())
    study = studies.Study(copied)
    found = study.retry(time_limit=7.5, jobs=2)
    assert (found.done, found.failed, found.pending, resumed) == (10, 0, 5, [(2, "local")])
    manifest = StudyFolder.open(copied).manifest
    assert (manifest.time_limit, manifest.memory_limit) == (7.5, None)
    study.retry(memory_limit=1.5)
    manifest = StudyFolder.open(copied).manifest
    assert (manifest.time_limit, manifest.memory_limit) == (7.5, 1.5)


def test_a_study_of_python_is_cancelled(deck, tmp_path):
    study = studies.Study.submit(deck, {"spin": [1.0, 2.0]}, tmp_path / "s")
    found = study.cancel()
    assert (found.state, found.cancelled, found.done) == ("cancelled", 2, 0)


def test_a_batch_has_no_common_results(copied, monkeypatch):
    study = studies.Study(copied)
    stand_in = SimpleNamespace(manifest=SimpleNamespace(kind="batch"), results=copied / "results", path=copied)
    monkeypatch.setattr(study, "_folder", stand_in)
    with pytest.raises(NotAStudyError) as refused:
        study.results()
    assert str(refused.value) == f"{copied} is a batch of decks: its results are the files in {copied / 'results'}"
    study._collect()


def test_a_folder_with_other_files_is_refused(copied, tmp_path):
    assert folder_before(tmp_path / "new") is None
    assert (tmp_path / "new").is_dir()
    assert folder_before(copied).manifest.id == StudyFolder.open(copied).manifest.id
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").write_text("years of work")
    for path in (tmp_path / "other", tmp_path / "other" / "thesis.tex"):
        with pytest.raises(NotEmptyError) as refused:
            folder_before(path)
        assert str(refused.value) == f"{path} already exists and contains no study: give another folder with -o"


def test_a_batch_and_an_unreadable_study_are_not_continued_as_a_sweep(copied):
    batch = SimpleNamespace(path=copied, manifest=SimpleNamespace(kind="batch"))
    with pytest.raises(NotEmptyError) as refused:
        preparing._same(batch, None, None, None, None)
    assert str(refused.value) == f"{copied} contains a batch of decks: give another folder with -o"
    (copied / "parameters.npy").unlink()
    with pytest.raises(NotAStudyError) as refused:
        preparing._same(StudyFolder.open(copied), None, None, None, None)
    assert str(refused.value) == f"{copied} contains no study: its parameters cannot be read"
