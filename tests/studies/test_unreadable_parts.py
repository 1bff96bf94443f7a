"""Parts of studies that are missing, damaged or of another kind, and what is told about them."""

import errno
import os
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

import rbsolve
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.target import OutputError
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting import scalars, where
from rbsolve.studies.collecting.case_deck import CaseDeck
from rbsolve.studies.collecting.plots import Wanted, draw
from rbsolve.studies.collecting.reader import StudyResults
from rbsolve.studies.collecting.scalars import Scalar
from rbsolve.studies.collecting.single import export_case
from rbsolve.studies.collecting.study_file import collect
from rbsolve.studies.collecting.where import Shards, open_shard
from rbsolve.studies.disk import opening
from rbsolve.studies.disk.edited_files import _differs
from rbsolve.studies.disk.folder import NotAStudyError, StudyFolder
from rbsolve.studies.engines import slurm
from rbsolve.studies.preparation.merging import DifferentStudiesError, _check_alike
from rbsolve.studies.preparation.preparing import _why_again
from rbsolve.studies.preparation.reusing import _complete_cases
from rbsolve.studies.starts import ends


@pytest.fixture
def copied(study, tmp_path):
    """Return a copy of the file of the study: 15 cases, of which the five cases with a negative mass have failed."""
    return Path(shutil.copy(study / "study.h5", tmp_path))


def test_an_unknown_sensor_of_a_study_is_a_key_error(study):
    with StudyResults.open(study / "study.h5") as opened, pytest.raises(KeyError) as refused:
        opened["heigt"]
    assert refused.value.args == ("heigt",)


def test_a_file_that_is_no_study_is_refused_and_closed(tmp_path):
    path = tmp_path / "other.h5"
    with h5py.File(path, "w") as file:
        file.attrs["kind"] = "run"
    with pytest.raises(ResultsError) as refused:
        StudyResults.open(path)
    assert str(refused.value) == f"cannot read {path}: it is not the file of a study"
    with h5py.File(path, "a") as file:  # a file that is still open for reading cannot be opened for writing
        assert file.attrs["kind"] == "run"


def test_a_study_without_a_solved_case_has_no_deck(copied, tmp_path):
    with h5py.File(copied, "r+") as file:
        del file["deck"]
    with StudyResults.open(copied) as opened:
        with pytest.raises(OutputError) as refused:
            CaseDeck.of_file(opened, 1, tmp_path)
        assert str(refused.value) == f"{copied} contains no deck: no case of the study was solved"
        failed = int(np.flatnonzero(opened.status == "failed")[0])
        solved = int(np.flatnonzero(opened.status == "complete")[0])
        for number, why in ((failed, opened.message[failed]), (solved, "no case of the study was solved")):
            with pytest.raises(OutputError) as refused:
                export_case(opened, number, tmp_path / "one.h5")
            assert str(refused.value) == f"case {number} has no results: {why}"
            assert not (tmp_path / "one.h5").exists()


def test_scalars_that_need_histories_say_so_where_these_are_missing(copied):
    with h5py.File(copied, "r+") as file:
        shapes = file["sensors/height"].shape
        rows = np.zeros((shapes[0], shapes[2]))
        for kind in ("final", "max", "min", "rms"):
            if f"summary/height/{kind}" not in file:
                file[f"summary/height/{kind}"] = rows
        for name, value in file["sensors/height"].attrs.items():
            if name not in ("DIMENSION_LIST",):
                file["summary/height"].attrs[name] = value
        del file["sensors/height"]
    with StudyResults.open(copied) as opened:
        with pytest.raises(ScalarError) as refused:
            scalars.response(opened, "mean(height.x3)")
        assert str(refused.value) == "mean(height.x3) needs the histories of height, which were not stored"
        with pytest.raises(ScalarError) as refused:
            scalars.values(opened, Scalar("at", "height.x3", 0.05))
        assert str(refused.value) == (
            "the histories of height were not stored. --at needs them; --final, --max, --min and --rms do not"
        )
        with pytest.raises(ScalarError, match="the histories of height were not stored: plot one of its scalars"):
            draw(opened, Wanted(("height",), envelope=True))
        np.testing.assert_array_equal(scalars.values(opened, Scalar("max", "height"))[:, 2], rows[:, 2])


def test_a_time_without_rows_is_refused_with_the_times_that_have_rows(study):
    with StudyResults.open(study / "study.h5") as opened:
        for time in (-0.01, 0.11):
            with pytest.raises(ScalarError) as refused:
                scalars.values(opened, Scalar("at", "height.3", time))
            assert str(refused.value) == f"--at {time:g}: there are rows from 0 s to 0.1 s"


def test_no_envelope_is_drawn_without_a_complete_case(copied):
    with h5py.File(copied, "r+") as file:
        file["status"][...] = "failed"
        if "envelopes" in file:
            del file["envelopes"]
    with StudyResults.open(copied) as opened, pytest.raises(ScalarError) as refused:
        draw(opened, Wanted(("height.3",), envelope=True))
    assert str(refused.value) == "no case is complete: nothing to plot"


def test_cases_that_are_no_grid_are_points_and_crosses(copied):
    """The grid of 5 x 3 cases becomes a cloud if one case moves. Failed cases are crosses at their parameters."""
    with h5py.File(copied, "r+") as file:
        spin = file["parameters/spin"][()]
        spin[-1] = 4.5
        file["parameters/spin"][...] = spin
        mass, failed = file["parameters/mass"][()], file["status"].asstr()[()] == "failed"
    with StudyResults.open(copied) as opened:
        page = draw(opened, Wanted(("turning.y",), kind="final", against=["spin", "mass"])).pages[0]
        axes = page.axes[0]
        (crosses,) = axes.get_lines()
        np.testing.assert_array_equal(crosses.get_xydata(), np.column_stack([spin, mass])[failed])
        (points,) = axes.collections
        np.testing.assert_array_equal(points.get_offsets(), np.column_stack([spin, mass])[~failed])
        np.testing.assert_array_equal(points.get_array(), opened["turning"][:, -1, 1][~failed])
        assert axes.get_title(loc="left").endswith("; crosses: no result")


def test_a_shard_with_too_few_rows_is_refused(study, tmp_path):
    path = Path(shutil.copy(next(iter((study / "shards").glob("*.h5"))), tmp_path / "s.h5"))
    with h5py.File(path, "r+") as file:
        file["rows"][0] += 1
        rows, name = int(file["rows"][()].sum()), next(iter(file["sensors"]))
        given = len(file["sensors"][name])
    with pytest.raises(ResultsError) as refused:
        open_shard(path)
    assert str(refused.value) == f"cannot read {path}: sensors/{name} has {given} rows, not {rows}"


def test_only_the_shards_of_the_last_cases_stay_open(tmp_path, monkeypatch):
    monkeypatch.setattr(where, "MOST_OPEN", 2)
    names = [f"{k}.h5" for k in range(4)]
    for name in names[:3]:
        h5py.File(tmp_path / name, "w").close()
    with Shards(tmp_path, names) as shards:
        first, second = shards[0], shards[1]
        assert shards[0] is first
        third = shards[2]
        assert [bool(file) for file in (first, second, third)] == [True, False, True]
        with pytest.raises(NotAStudyError) as refused:
            shards[3]
        advice = f"`rbsolve resume {tmp_path.parent}` solves them again"
        assert str(refused.value) == (
            f"the rows of some cases are lost, because {tmp_path / '3.h5'} cannot be read: {advice}"
        )


@pytest.mark.parametrize("content", [None, b"", b"no HDF5 file"])
def test_a_shard_that_cannot_be_read_has_no_complete_case(tmp_path, content):
    if content is not None:
        (tmp_path / "s.h5").write_bytes(content)
    assert _complete_cases(tmp_path / "s.h5") == []


def test_a_study_file_that_cannot_be_written_is_an_error_that_leaves_nothing(study, tmp_path, monkeypatch):
    from rbsolve.studies.collecting import study_file

    def full(self):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(study_file._Collector, "write", full)
    target = tmp_path / "study.h5"
    from rbsolve.studies.disk.opening import open_study_store

    folder = StudyFolder.open(study)
    with open_study_store(folder) as database, pytest.raises(OutputError) as refused:
        collect(folder, database, target)
    assert str(refused.value) == f"cannot write {target}: No space left on device"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "it has no study.toml"),
        ("", "its study.toml cannot be used ("),
        ("cases = 3", "its study.toml cannot be used ("),
        ("cases =", "its study.toml cannot be used ("),
    ],
)
def test_a_folder_without_a_manifest_that_can_be_used_is_no_study(tmp_path, content, why):
    if content is not None:
        (tmp_path / "study.toml").write_text(content)
    with pytest.raises(NotAStudyError) as refused:
        StudyFolder.open(tmp_path)
    assert str(refused.value).startswith(f"{tmp_path} contains no study: {why}")


def test_a_manifest_that_is_a_folder_is_no_study(tmp_path):
    (tmp_path / "study.toml").mkdir()
    with pytest.raises(NotAStudyError) as refused:
        StudyFolder.open(tmp_path)
    assert str(refused.value) == f"{tmp_path} contains no study: Is a directory"


def test_a_local_store_of_another_user_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "unsafe_file_system", lambda folder: "a network file system (nfs4)")
    monkeypatch.setattr(opening.os, "getuid", lambda: -5)
    monkeypatch.setattr(opening.getpass, "getuser", lambda: "test-of-a-store")
    place = Path("/var/tmp" if os.path.isdir("/var/tmp") else "/tmp") / "rbsolve-test-of-a-store"
    try:
        with pytest.raises(PermissionError) as refused:
            opening.store_of(tmp_path, None)
        assert str(refused.value) == f"{place} belongs to another user: give a store with --store"
    finally:
        place.rmdir()
    assert opening.store_of(tmp_path, "sqlite:///x.db") == ("sqlite:///x.db", "")


def test_an_original_that_is_gone_was_not_edited(tmp_path):
    (tmp_path / "copy").write_text("a")
    assert _differs(tmp_path / "original", tmp_path / "copy") is False
    (tmp_path / "original").write_text("a")
    assert _differs(tmp_path / "original", tmp_path / "copy") is False
    (tmp_path / "original").write_text("b")
    assert _differs(tmp_path / "original", tmp_path / "copy") is True


@pytest.mark.parametrize(
    ("content", "lines", "whole"),
    [
        (None, 3, False),
        ("{", 3, False),
        ("{}", 3, False),
        ('{"evaluations": 3}', 3, True),
        ('{"evaluations": 4}', 3, False),
        ('{"evaluations": 2}', 3, True),
        ('{"evaluations": 0}', None, False),
    ],
)
def test_a_search_is_whole_with_all_its_evaluations(tmp_path, monkeypatch, content, lines, whole):
    monkeypatch.setattr(ends, "_end_of", lambda folder, number: tmp_path / "end.json")
    monkeypatch.setattr(ends, "journal_of", lambda path, number: tmp_path / "journal")
    if content is not None:
        (tmp_path / "end.json").write_text(content)
    if lines is not None:
        (tmp_path / "journal").write_text("{}\n" * lines)
    assert ends.is_whole(SimpleNamespace(path=tmp_path), 0) is whole


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "give either minimize or maximize"),
        ({"minimize": "final(x)", "maximize": "final(x)"}, "give either minimize or maximize"),
        (
            {"minimize": "final(x)", "executor": "dask:tcp://x"},
            "executor needs starts: a single search runs in this process",
        ),
    ],
)
def test_an_optimization_with_contradictory_arguments_is_refused(deck_text, words, message):
    with pytest.raises(ValueError, match=r"minimize|executor") as refused:
        rbsolve.optimize(deck_text, {"spin": (1, 2)}, **words)
    assert str(refused.value) == message


@pytest.mark.parametrize("error", [FileNotFoundError("squeue"), subprocess.TimeoutExpired("squeue", 60)])
def test_a_cluster_that_does_not_answer_is_not_believed(monkeypatch, error):
    def run(*_, **__):
        raise error

    monkeypatch.setattr(slurm.subprocess, "run", run)
    assert slurm.queued_tasks() is None
    assert slurm.longest_array() == slurm.DEFAULT_ARRAY


def test_the_queue_and_the_arrays_of_a_cluster_are_read(monkeypatch):
    shown = {
        "squeue": "7_0|PD|Resources\n7_1|R|None\n8_N/A|PD|Priority|x\n9_2|PD|None\n",
        "scontrol": "Configuration\nMaxArraySize            = 1001\nMaxJobCount = 3\n",
    }
    monkeypatch.setattr(slurm.subprocess, "run", lambda command, **_: SimpleNamespace(stdout=shown[command[0]]))
    assert slurm.queued_tasks() == {"7_0": "Resources", "7_1": "", "8": "Priority|x", "9_2": ""}
    assert slurm.longest_array() == 1001
    shown["scontrol"] = "nothing"
    assert slurm.longest_array() == slurm.DEFAULT_ARRAY


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (
            "slurmstepd: error: *** JOB 7 ON n1 CANCELLED DUE TO TIME LIMIT ***\n",
            ": JOB 7 ON n1 CANCELLED DUE TO TIME LIMIT",
        ),
        ("killed\n", "; see {log}"),
        (None, ""),
    ],
)
def test_the_last_words_of_a_task(tmp_path, log, words):
    path = tmp_path / "task.err"
    if log is not None:
        path.write_text(log)
    assert slurm._last_words(path) == words.format(log=path)


def test_a_batch_is_not_merged_with_a_study(tmp_path):
    def folder(name, kind):
        return SimpleNamespace(path=tmp_path / name, manifest=SimpleNamespace(kind=kind))

    for one, two in (("study", "batch"), ("batch", "study")):
        with pytest.raises(DifferentStudiesError) as refused:
            _check_alike(folder(one, one), folder(two, two))
        assert str(refused.value) == f"{tmp_path / 'batch'} is a batch of decks; only studies of one deck are merged"


MANIFEST = {"responses": {}, "keep": None, "envelope_times": [], "storage": (1, False)}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, ""),
        ({"responses": {"r": "max(x)"}}, "other responses are requested"),
        ({"keep": ["x"]}, "other sensors are kept"),
        ({"envelope_times": [0.0]}, "other sensors are kept"),
        ({"storage": (2, False)}, "other rows are stored, or another precision"),
    ],
)
def test_why_finished_cases_are_solved_again(monkeypatch, changes, why):
    from rbsolve.studies.preparation import keys

    changed = []
    monkeypatch.setattr(keys, "differences", lambda manifest: changed)
    finished = SimpleNamespace(study=SimpleNamespace(manifest=SimpleNamespace(**MANIFEST)))
    now = SimpleNamespace(**{**MANIFEST, **changes})
    assert _why_again(finished, now) == why
    changed += ["the deck", "rbsolve"]
    assert _why_again(finished, now) == "the deck and rbsolve changed"
