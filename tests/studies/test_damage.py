"""Studies whose folder was moved, or lost a part. Each command names the missing part, and `resume` repairs it if
possible.
"""

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

import h5py
import numpy as np
import pytest

from rbsolve.cli import main
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.disk.opening import open_study_store

SPINS = "spin=1:8:8"


@pytest.fixture(scope="module")
def whole(tmp_path_factory, deck_text):
    """Return a study of eight cases in at least three shards, because each process starts with a single case. Its deck
    is deleted.
    """
    folder = tmp_path_factory.mktemp("damage")
    (folder / "stone.deck").write_text(deck_text)
    assert main(["sweep", str(folder / "stone.deck"), "-p", SPINS, "-j", "2", "-q", "-o", str(folder / "study")]) == 0
    assert len(list((folder / "study/shards").iterdir())) >= 3
    return folder / "study"


@pytest.fixture
def study(whole, tmp_path):
    """Return a copy in another folder."""
    shutil.copytree(whole, tmp_path / "study")
    return tmp_path / "study"


def turnings(study):
    with h5py.File(study / "study.h5") as file:
        assert set(file["status"].asstr()[()]) == {"complete"}
        return file["sensors/turning"][()].tobytes()


def shard_of(study, index):
    return sorted(study.glob("shards/*.h5"))[index]


def interrupt(study, index):
    """Simulate a kill, after which the cases of a shard are pending."""
    path = shard_of(study, index)
    path.unlink()
    shard = path.name
    (study / "study.h5").unlink()
    with contextlib.closing(sqlite3.connect(study / "study.db")) as store, store:
        (count,) = store.execute("SELECT count FROM chunk WHERE shard = ?", (shard,)).fetchone()
        store.execute("UPDATE chunk SET state = 'pending', shard = '' WHERE shard = ?", (shard,))
        store.execute("UPDATE study SET state = 'running', finished = NULL, done = done - ?", (count,))


def test_an_unfinished_study_goes_on_where_it_was_moved_to(study, whole, rbsolve):
    interrupt(study, 1)
    with open_study_store(StudyFolder.open(study)) as database:
        (row,) = database.read(lambda session: session.rows("SELECT folder FROM study"))
    assert row[0] == str(whole)  # the folder where the study was created
    before = sorted(whole.rglob("*"))
    assert rbsolve("resume", study, "-j", 1, "-q") == 0
    assert turnings(study) == turnings(whole)
    assert sorted(whole.rglob("*")) == before


def spoil(shard, part):
    """Change a byte in the header of a part of a shard, as a failing disc does."""
    with h5py.File(shard) as file:
        place = h5py.h5o.get_info(file[part].id).addr + 12
    content = bytearray(shard.read_bytes())
    content[place] ^= 0xFF
    shard.write_bytes(content)


@pytest.mark.parametrize("how", ["removed", "cut", "sensors", "case", "rows"])
def test_cases_run_again_whose_shard_is_lost(study, whole, rbsolve, capsys, how):
    shard = shard_of(study, 1)
    if how == "removed":
        shard.unlink()
    elif how == "cut":
        shard.write_bytes(shard.read_bytes()[:300])
    else:
        spoil(shard, how)
    assert rbsolve("collect", study, "-o", study / "t.csv") == 4
    assert "`rbsolve resume" in capsys.readouterr().err
    assert rbsolve("resume", study, "-j", 1) == 0
    assert "missing or damaged" in capsys.readouterr().err
    assert turnings(study) == turnings(whole)
    assert rbsolve("status", study) == 0
    assert "8 of 8 cases done" in capsys.readouterr().out


def test_a_store_that_is_lost_is_made_again_and_no_shard_is_written_over(study, whole, rbsolve):
    """After the first shard is deleted, the chunk of its cases has the number of the last shard."""
    interrupt(study, 0)
    for other in study.glob("shards/*.h5"):  # set the epochs as if no chunk had ever been divided
        other.rename(other.with_name(f"{other.name.partition('-')[0]}-1.h5"))
    (study / "study.db").unlink()
    assert rbsolve("resume", study, "-j", 1, "-q") == 0
    assert turnings(study) == turnings(whole)


@pytest.mark.parametrize("command", ["status", "collect", "cancel", "retry"])
def test_a_store_that_does_not_know_the_study(study, rbsolve, capsys, command):
    (study / "study.db").unlink()
    assert rbsolve(command, study) == 4
    assert "`rbsolve resume" in capsys.readouterr().err


def test_a_sweep_goes_on_with_a_study_that_the_store_does_not_know(study, whole, rbsolve, deck):
    """The state is the same as after a kill between two actions: the creation of the folder, and the entry of the
    folder into the store.
    """
    (study / "study.db").unlink()
    assert rbsolve("sweep", deck, "-p", SPINS, "-j", 1, "-q", "-o", study) == 0
    assert turnings(study) == turnings(whole)


def test_a_sweep_goes_on_with_a_study_that_was_cancelled(study, whole, rbsolve, deck):
    interrupt(study, 1)
    assert rbsolve("cancel", study) == 0
    assert rbsolve("sweep", deck, "-p", SPINS, "-j", 1, "-q", "-o", study) == 0
    assert turnings(study) == turnings(whole)


@pytest.mark.parametrize(
    ("part", "how"), [("parameters.npy", "removed"), ("parameters.npy", "cut"), ("decks/stone.deck", "removed")]
)
def test_what_cannot_be_made_again_is_named(study, rbsolve, capsys, part, how):
    path = study / part
    path.unlink() if how == "removed" else path.write_bytes(path.read_bytes()[:20])
    for command in ("collect", "resume"):
        assert rbsolve(command, study) == 4
        said = capsys.readouterr().err
        assert str(path) in said
        assert "cannot write" not in said


def test_a_damaged_store_says_what_to_do(study, whole, rbsolve, capsys):
    store = study / "study.db"
    store.write_bytes(store.read_bytes()[:30])
    assert rbsolve("status", study) == 4
    assert "remove that file" in capsys.readouterr().err
    store.unlink()
    assert rbsolve("resume", study, "-q") == 0
    assert turnings(study) == turnings(whole)


def test_a_study_moves_to_another_store(study, whole, rbsolve, deck, tmp_path, capsys):
    """The test runs with and without the study's own store. A process that works with the previous store prevents the
    move.
    """
    interrupt(study, 1)
    stores = [f"sqlite:///{tmp_path}/{name}/store.db" for name in ("first", "second")]
    assert rbsolve("resume", study, "-q", "--store", stores[0]) == 4  # the folder of the store does not exist
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    with contextlib.closing(sqlite3.connect(study / "study.db")) as store, store:
        store.execute("UPDATE chunk SET state = 'leased', expires = 1e18 WHERE state = 'pending'")
    assert rbsolve("resume", study, "-q", "--store", stores[0]) == 4
    assert "rbsolve cancel" in capsys.readouterr().err
    with contextlib.closing(sqlite3.connect(study / "study.db")) as store, store:
        store.execute("UPDATE chunk SET state = 'pending' WHERE state = 'leased'")
    assert rbsolve("resume", study, "-q", "--store", stores[0]) == 0
    assert turnings(study) == turnings(whole)
    shutil.rmtree(tmp_path / "first")
    for command in (["status", study], ["sweep", deck, "-p", SPINS, "-o", study, "--store", stores[1]]):
        assert rbsolve(*command) == 4
        assert f"`rbsolve resume {study} --store URL`" in capsys.readouterr().err
    assert rbsolve("resume", study, "-q", "--store", stores[1]) == 0
    assert rbsolve("status", study) == 0
    assert "8 of 8 cases done" in capsys.readouterr().out
    assert rbsolve("sweep", deck, "-p", SPINS, "-q", "-o", study) == 0
    assert turnings(study) == turnings(whole)


def test_a_study_that_cannot_be_written_can_be_read(study, whole, rbsolve, capsys, monkeypatch, tmp_path):
    """The folder is on a read-only disc, because the tests may run as root, who may write to all other folders."""
    plain = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not Path(path).is_relative_to(study) and plain(path, mode))
    before = {path: path.stat().st_mtime_ns for path in study.rglob("*")}
    assert rbsolve("status", study) == 0
    assert "8 of 8 cases done" in capsys.readouterr().out
    assert rbsolve("status", study, "--why", 3) == 0
    for name in ("t.csv", "whole.h5"):
        assert rbsolve("collect", study, "-o", tmp_path / name) == 0
    with h5py.File(tmp_path / "whole.h5") as file, h5py.File(whole / "study.h5") as wanted:
        assert file["sensors/turning"][()].tobytes() == wanted["sensors/turning"][()].tobytes()
    capsys.readouterr()
    assert rbsolve("cancel", study) == 4
    assert "readonly" in capsys.readouterr().err
    assert {path: path.stat().st_mtime_ns for path in study.rglob("*")} == before


def test_the_file_in_a_studys_folder_is_not_one_that_asks_for_a_study(study, rbsolve, capsys):
    assert rbsolve("sweep", study / "study.toml") == 1
    said = capsys.readouterr().err
    assert f"`rbsolve resume {study}`" in said
    assert "1 error" in said


def test_a_store_that_cannot_be_had_leaves_no_study_behind(deck, rbsolve, tmp_path, capsys):
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "--store", "mysql://nobody", "-o", study) == 4
    assert "sqlite:///" in capsys.readouterr().err
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-q", "-o", study) == 0


def test_what_a_stop_leaves_while_a_study_is_made_is_written_over(deck, rbsolve, tmp_path):
    study = tmp_path / "s"
    (study / "decks").mkdir(parents=True)
    for name in ("parameters.npy", ".parameters.npy", ".study.toml.part", "study.db-wal"):
        (study / name).write_bytes(b"")
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-q", "-o", study) == 0


@pytest.mark.parametrize("keep", [("height", "turning"), ("height",), ()])
def test_a_study_of_which_no_case_has_rows_has_its_time_and_sensors(deck, rbsolve, capsys, tmp_path, keep):
    study = tmp_path / "s"
    kept = ",".join(keep) or "none"
    assert rbsolve("sweep", deck, "-p", SPINS, "--keep", kept, "-j", 1, "-q", "-o", study) == 0
    for shard in study.glob("shards/*.h5"):
        shard.unlink()
    with contextlib.closing(sqlite3.connect(study / "study.db")) as store, store:
        store.execute("UPDATE chunk SET state = 'pending', shard = ''")
        store.execute("UPDATE study SET state = 'running', finished = NULL, done = 0")
    assert rbsolve("collect", study) == 0
    with h5py.File(study / "study.h5") as file:
        assert np.allclose(file["time"][()], np.linspace(0.0, 0.1, 11), atol=1e-15)
        assert tuple(name for name in file["sensors"] if name not in ("case", "time")) == keep
        for name in keep:
            assert file[f"sensors/{name}"].shape == (8, 11, 3)
            assert np.isnan(file[f"sensors/{name}"][()]).all()
            assert len(file[f"sensors/{name}"].attrs["components"]) == 3
        assert set(file.get("summary", ())) == {"height", "turning"} - {*keep}
    assert rbsolve("info", study / "study.h5") == 0
    assert "`rbsolve resume` on the study's folder" in capsys.readouterr().out
    assert rbsolve("collect", study, "-o", study / "t.csv", "--final", "height.x3") == 0
