"""The reports of `status` on studies without a working process and on failed cases, and the effects of `resume` and
`retry`.
"""

import json
import os
import signal

import h5py
import pytest
from study_processes import MARK, launch, mark, stop_outside_transactions, wait_for, wait_for_shard
from waiting import PATIENCE

from rbsolve.results.file.target import OutputError
from rbsolve.studies.disk.edited_files import edited_files
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.disk.owners import is_gone, own_name


def state_of(rbsolve, study, capsys):
    capsys.readouterr()
    code = rbsolve("status", study, "--format", "json")
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_a_study_without_a_process_is_interrupted(deck, rbsolve, tmp_path, capsys, end):
    """The leases of the study may last for another half minute, but the process that held them has ended."""
    study = tmp_path / "s"
    running = launch("sweep", deck, "-p", "end=30:31:60", "-j", "1", "-o", study)
    wait_for(study / "study.toml", running)
    wait_for_shard(study, running)
    stop_outside_transactions(running, study / "study.db")
    code, state = state_of(rbsolve, study, capsys)
    assert (code, state["state"]) == (0, "running")
    os.kill(running.pid, end)
    os.kill(running.pid, signal.SIGCONT)
    running.wait(PATIENCE)
    code, state = state_of(rbsolve, study, capsys)
    assert (code, state["state"], state["running"], state["rate"]) == (130, "interrupted", 0, None)
    assert state["pending"] + state["done"] == 60
    assert rbsolve("status", study, "--watch") == 130
    assert "`rbsolve resume" in capsys.readouterr().out
    assert rbsolve("resume", study, "-q") == 0
    assert state_of(rbsolve, study, capsys)[1]["state"] == "complete"


def test_owners_that_are_gone():
    name = own_name()
    host, pid, _, word = name.split(":")
    assert not is_gone(name)
    assert is_gone(f"{host}:{pid}:1:{word}")  # another process had this number
    assert is_gone(f"{host}:{2**22 + 1}:1:{word}")
    assert not is_gone(f"elsewhere:{pid}:1:{word}")  # this process cannot know the end of a process on another machine


def test_a_disk_that_is_full_while_collecting(deck, rbsolve, tmp_path, capsys, monkeypatch):
    def full(*_):
        raise OutputError("cannot write study.h5: No space left on device")

    study = tmp_path / "s"
    with monkeypatch.context() as patch:
        patch.setattr("rbsolve.studies.collecting.study_file.collect", full)
        assert rbsolve("sweep", deck, "-p", "spin=1,2", "-q", "-o", study) == 4
    advice = f"`rbsolve collect {study}`"
    assert advice in capsys.readouterr().err
    assert rbsolve("status", study) == 0
    assert advice in capsys.readouterr().out
    assert state_of(rbsolve, study, capsys)[1]["collected"] is False
    assert rbsolve("collect", study) == 0
    assert state_of(rbsolve, study, capsys)[1]["collected"] is True


def test_failed_cases_are_listed(deck, rbsolve, tmp_path, capsys):
    study = tmp_path / "s"
    axes = ("-p", "spin=1,1e49", "-p", "mass=-1,2", "-p", "throw=[0,0,1]")
    assert rbsolve("sweep", deck, *axes, "-q", "-o", study) == 3
    _, state = state_of(rbsolve, study, capsys)
    assert state["failed_cases"] == [0, 2, 3]
    reasons = {found["reason"] for found in state["reasons"]}
    assert "deck-error" in reasons
    assert len(reasons) == 2
    assert rbsolve("status", study, "--failed", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [case["case"] for case in found] == [0, 2, 3]
    assert found[0]["parameters"] == {"spin": 1.0, "mass": -1.0, "throw": [0.0, 0.0, 1.0]}
    assert rbsolve("status", study, "--failed", "--reason", "deck-error") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("case 0  deck-error  spin=1.0  mass=-1.0  throw=[0.0,0.0,1.0]: ")
    assert rbsolve("status", study, "--reason", "bad-luck") == 2
    assert "reasons: deck-error" in capsys.readouterr().err


def test_resume_says_what_was_edited(deck, rbsolve, tmp_path, capsys):
    (tmp_path / "parts").mkdir()
    part = tmp_path / "parts" / "more.dat"
    part.write_text("@SENSOR_DEFINITION { @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {stone} } }")
    deck.write_text(
        deck.read_text() + "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {parts/more.dat} } }"
    )
    other = tmp_path / "other" / "stone.deck"
    other.parent.mkdir()
    other.write_text(deck.read_text().replace("@INCLUDE", "! @INCLUDE"))
    study, batch = tmp_path / "s", tmp_path / "b"
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-q", "-o", study) == 0
    assert rbsolve("batch", deck, other, "-q", "-o", batch) == 0
    capsys.readouterr()
    for folder in (study, batch):
        assert rbsolve("resume", folder) == 0
        assert "edited" not in capsys.readouterr().err
    part.write_text(part.read_text() + "! a word\n")
    other.write_text(other.read_text() + "! a word\n")
    assert edited_files(StudyFolder.open(study)) == [part]
    assert edited_files(StudyFolder.open(batch)) == [part, other]
    assert rbsolve("resume", study) == 0
    said = capsys.readouterr().err
    assert f"edited since the study started: {part}" in said
    assert "The study continues with the copies" in said


def test_a_case_that_ran_out_of_time_continues_when_it_gets_more(deck, rbsolve, tmp_path):
    """A mark in the first row shows that the earlier rows are not computed again."""
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", "end=1500", "--time-limit", 0.1, "-q", "-o", study) == 3
    mark(study / "checkpoints" / "0")
    assert rbsolve("retry", study, "--time-limit", 60, "-q") == 0
    with h5py.File(study / "study.h5") as file:
        assert file["status"].asstr()[0] == "complete"
        assert file["sensors/height"][0, 0, 0] == MARK
        assert file["diagnostics/rows"][0] == 150_001
        assert file["diagnostics/steps"][0] == 1_500_000
    assert not list((study / "checkpoints").iterdir())
