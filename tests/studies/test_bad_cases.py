"""A case with any fault affects no other case, and reports why it failed."""

import os
import signal
import subprocess
import sys
from collections import Counter
from types import SimpleNamespace

import forked
import h5py
import numpy as np
import pytest
from study_processes import stop_outside_transactions, wait_for_shard
from waiting import PATIENCE

from rbsolve.ensemble.case import CaseSolver
from rbsolve.store import records
from rbsolve.store.errors import StoreError
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.disk.opening import open_study_store
from rbsolve.studies.running.cases import Cases

# The solver processes of these tests execute this code for some cases. Python runs it when the processes start.
SABOTAGE = """
import os, signal, sys, time
import numpy as np
if any("rbsolve.studies.running." in word for word in sys.orig_argv):
    from rbsolve.studies.running import cases
    begin = cases.Cases._begin
    def sabotaged(self, number, position):
        begin(self, number, position)
        if number == 7:
            os.kill(os.getpid(), signal.SIGSEGV)
        if number == 11:
            np.zeros(1 << 31)
        if number == 13:
            sys.stderr.write("no such thing\\n")
            os._exit(5)
        if number == 17:
            time.sleep(600)
    cases.Cases._begin = sabotaged
"""


@pytest.fixture
def sabotage(tmp_path, monkeypatch):
    folder = tmp_path / "sabotage"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(SABOTAGE)
    monkeypatch.setenv("PYTHONPATH", str(folder))


def failures(folder):
    study = StudyFolder.open(folder)
    with open_study_store(study) as database:
        return {failure.number: failure for failure in records.failures(database, study.manifest.id)}


def test_five_percent_of_bad_cases(deck, rbsolve, tmp_path, sabotage, monkeypatch, capsys):
    monkeypatch.setattr("rbsolve.studies.running.process.WALL_GRACE", 0.3)
    mass = ",".join("-1" if k == 3 else "2" for k in range(100))
    spin = ",".join("1e40" if k == 5 else str(1 + k / 100) for k in range(100))
    limits = ("--time-limit", 4, "--memory-limit", 1)  # no correct case takes 4 s, on any machine
    arguments = ("-p", f"mass={mass}", "-p", f"spin={spin}", "--zip", "-j", 2, "-o", tmp_path / "s", *limits)
    assert rbsolve("sweep", deck, *arguments) == 3
    found = failures(tmp_path / "s")
    assert {number: failure.reason for number, failure in found.items()} == {
        3: "deck-error",
        5: "diverged",
        7: "crashed",
        11: "memory-limit",
        13: "crashed",
        17: "time-limit",
    }
    assert "SIGSEGV" in found[7].message
    assert "1 GiB" in found[11].message
    assert "code 5" in found[13].message
    assert "no such thing" in found[13].message
    assert "4 s" in found[17].message
    with h5py.File(tmp_path / "s" / "study.h5") as file:
        status = file["status"].asstr()[()]
        assert Counter(status) == {"complete": 94, "failed": 6}
        good = np.flatnonzero(status == "complete")
        assert np.isfinite(file["sensors/height"][()][good]).all()
    said = capsys.readouterr().err
    assert "2 cases: crashed" in said
    monkeypatch.delenv("PYTHONPATH")  # the fault is repaired
    assert rbsolve("retry", tmp_path / "s", 7, 13, 17) == 3
    assert set(failures(tmp_path / "s")) == {3, 5, 11}
    assert rbsolve("retry", tmp_path / "s") == 3
    assert set(failures(tmp_path / "s")) == {3, 5}
    assert rbsolve("retry", tmp_path / "s", 50) == 0
    with h5py.File(tmp_path / "s" / "study.h5") as file:
        assert np.isfinite(file["sensors/height"][17]).all()


def test_a_case_that_takes_too_long_ends_by_itself(deck, rbsolve, tmp_path):
    arguments = ("-p", "end=0.1,2e4,0.2", "-o", tmp_path / "s", "--time-limit", 2, "-j", 1, "--keep", "none")
    assert rbsolve("sweep", deck, *arguments) == 3
    (failure,) = failures(tmp_path / "s").values()
    assert (failure.number, failure.reason) == (1, "time-limit")
    assert failure.message.startswith("t = ")
    # the second solution gives another error
    assert rbsolve("retry", tmp_path / "s", "--time-limit", 0.1, "-j", 1) == 3
    (failure,) = failures(tmp_path / "s").values()
    assert failure.message.endswith("longer than the time limit of 0.1 s.")
    assert rbsolve("resume", tmp_path / "s", "--memory-limit", 3, "-j", 1) == 3
    manifest = StudyFolder.open(tmp_path / "s").manifest
    assert (manifest.time_limit, manifest.memory_limit, manifest.checkpoint_every) == (0.1, 3, 30)


def test_compiling_is_no_case_s_time(deck, rbsolve, tmp_path, monkeypatch):
    impatient = tmp_path / "impatient"
    impatient.mkdir()
    (impatient / "sitecustomize.py").write_text("from rbsolve.studies.running import limits\nlimits.CPU_GRACE = 1\n")
    monkeypatch.setenv("PYTHONPATH", str(impatient))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "nothing compiled"))
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-o", tmp_path / "s", "--time-limit", 0.5, "-j", 1) == 0


def test_the_first_failure_may_end_it(deck, rbsolve, tmp_path):
    arguments = ("-p", "mass=-1,1,2,3,4,5,6,7,8,9", "-o", tmp_path / "s", "--on-failure", "stop", "-j", 1)
    assert rbsolve("sweep", deck, *arguments) == 3
    study = StudyFolder.open(tmp_path / "s")
    with open_study_store(study) as database:
        record = records.find(database, study.manifest.id)
    assert record.failed == 1
    assert record.pending > 0


@pytest.fixture
def small_disk(tmp_path):
    """Yield a file system with space for 3 MB, and a file system with enough space."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "none", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting a small file system needs root")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_stops_with_a_reason_and_goes_on(deck, rbsolve, tmp_path, small_disk, capsys):
    study = small_disk / "s"
    arguments = ("-p", "spin=1:9:60", "-p", "end=20", "-j", 2)  # 2001 rows of 6 numbers per case are 5.8 MB
    store = f"sqlite:///{tmp_path}/study.db"  # otherwise the store itself might be the first file without space
    assert rbsolve("sweep", deck, *arguments, "-o", study, "--store", store) == 4
    said = capsys.readouterr().err
    assert "No space left on device" in said
    assert "continues" in said
    rbsolve("status", study)
    assert "No space left on device" in capsys.readouterr().out
    assert not list((study / "shards").glob(".*.part"))
    assert list((study / "shards").glob("*.h5"))
    subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
    assert rbsolve("resume", study) == 0
    assert rbsolve("sweep", deck, *arguments, "-o", tmp_path / "calm", "-q") == 0
    with h5py.File(study / "study.h5") as found, h5py.File(tmp_path / "calm" / "study.h5") as wanted:
        assert (found.attrs["done"], found.attrs["failed"]) == (60, 0)
        assert found["sensors/turning"][()].tobytes() == wanted["sensors/turning"][()].tobytes()


def test_a_full_disk_under_the_store_stops_with_advice(deck, rbsolve, tmp_path, monkeypatch, capsys):
    def full(*arguments):
        raise StoreError("cannot use the store: database or disk is full")

    arguments = ("sweep", deck, "-p", "spin=1,2", "-o", tmp_path / "s", "-j", 1)
    with monkeypatch.context() as patch:
        patch.setattr("rbsolve.store.leases.finish", full)
        assert rbsolve(*arguments) == 4
    said = capsys.readouterr().err
    assert "disk is full" in said
    assert f"`rbsolve resume {tmp_path / 's'}` continues" in said
    assert rbsolve("resume", tmp_path / "s", "-j", 1) == 0
    assert "complete: 2 of 2 cases done" in capsys.readouterr().err


def test_cancel_and_resume(deck, rbsolve, tmp_path):
    command = [sys.executable, "-m", "rbsolve", "sweep", deck, "-p", "end=30:31:40", "-o", tmp_path / "s", "-j", "1"]
    running = forked.Popen([str(word) for word in command], stderr=subprocess.PIPE, text=True)
    wait_for_shard(tmp_path / "s", running)
    stop_outside_transactions(running, tmp_path / "s" / "study.db")
    assert rbsolve("cancel", tmp_path / "s") == 0
    os.kill(running.pid, signal.SIGCONT)
    assert running.wait(PATIENCE) == 130
    running.stderr.close()
    study = StudyFolder.open(tmp_path / "s")
    with open_study_store(study) as database:
        record = records.find(database, study.manifest.id)
        assert record.state == "cancelled"
        assert record.done + record.cancelled == 40
        assert record.done > 0
    with h5py.File(tmp_path / "s" / "study.h5") as file:
        assert set(file["status"].asstr()[()]) == {"complete", "cancelled"}
    assert rbsolve("resume", tmp_path / "s") == 0


def test_an_interrupt_ends_it_at_once_and_resume_goes_on(deck, rbsolve, tmp_path):
    command = [sys.executable, "-m", "rbsolve", "sweep", deck, "-p", "end=30:31:12", "-o", tmp_path / "s", "-j", "1"]
    running = forked.Popen([str(word) for word in command], stderr=subprocess.PIPE, text=True)
    wait_for_shard(tmp_path / "s", running)
    stop_outside_transactions(running, tmp_path / "s" / "study.db")
    os.kill(running.pid, signal.SIGINT)
    os.kill(running.pid, signal.SIGCONT)
    said = running.communicate(timeout=PATIENCE)[1]
    assert running.returncode == 130
    assert "continues" in said
    assert rbsolve("resume", tmp_path / "s") == 0


@pytest.mark.parametrize("error", [MemoryError, ValueError])
def test_nothing_of_a_case_that_broke_off_is_kept_for_the_next(deck, rbsolve, tmp_path, monkeypatch, error):
    assert rbsolve("sweep", deck, "-p", "mass=1,2,3", "-j", 1, "-q", "-o", tmp_path / "s") == 0
    solvers = []

    def broken(solver, parameters, *_):
        solvers.append(solver)
        raise error

    monkeypatch.setattr(CaseSolver, "solve", broken)
    monkeypatch.setattr(CaseSolver, "solve_all", broken)
    cases = Cases(StudyFolder.open(tmp_path / "s"), SimpleNamespace(enter=lambda *_: None), lambda: False)
    for numbers in ([0, 1, 2], [1]):  # a single process solves these chunks
        assert [(case.number, case.reason != "") for case in cases.solve(np.array(numbers))] == [
            (n, True) for n in numbers
        ]
    assert len(solvers) == len({id(solver) for solver in solvers}) > 3


@pytest.mark.parametrize(("limit", "limits"), [(2.5, [2.5]), (None, [])])
def test_the_limit_of_processor_time_holds_before_the_first_step(monkeypatch, limit, limits):
    """The limit also applies to the check and the assembly of a case."""
    found = []
    monkeypatch.setattr("rbsolve.studies.running.cases.limit_processor_time", found.append)
    manifest = SimpleNamespace(time_limit=limit, checkpoint_every=None)
    page = SimpleNamespace(enter=lambda *_: None)
    Cases(SimpleNamespace(manifest=manifest, checkpoints=None), page, lambda: False)._begin(3, 0)
    assert found == limits
