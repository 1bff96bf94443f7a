"""Long cases of studies continue from their checkpoints when the process that solves them is killed."""

import contextlib
import itertools
import os
import signal

import h5py
import numpy as np
import pytest
from paced import fix_steps_per_call
from solver_processes import solvers
from study_processes import MARK, launch, mark, wait_for
from waiting import PATIENCE, wait_until

from rbsolve.results.file.errors import ResultsError
from rbsolve.results.sections.checkpoint import latest
from rbsolve.runs.results import Results
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.running import keeping
from rbsolve.studies.running.cases import Cases
from rbsolve.studies.running.page import Page


class Killed(BaseException):
    """Simulates the end of a process by SIGKILL, as far as the case can observe it."""


class Watched(Page):
    """A page that records the progress of cases, and kills a case that is further than `until`."""

    def __init__(self, until=np.inf):
        super().__init__()
        self.until, self.first = until, None

    def report(self, phase, simulated, steps, findings=0):
        self.first = simulated if self.first is None else self.first
        if simulated > self.until:
            raise Killed


@pytest.fixture
def study(deck, rbsolve, tmp_path, monkeypatch):
    """Return a study whose cases are all solved once. Each call takes 100 steps."""
    fix_steps_per_call(monkeypatch, 100)  # a case has 8000 steps
    monkeypatch.setattr(keeping, "PART", np.inf)  # a write may take any time

    def make(name, *words):
        assert rbsolve("sweep", deck, "-p", "end=0.5,8", "-j", 1, "-o", tmp_path / name, *words, "-q") == 0
        return StudyFolder.open(tmp_path / name)

    return make


@pytest.mark.parametrize("kills", [1, 5])
def test_a_case_goes_on_where_it_was(study, kills):
    """The case of 8 s has a chunk with space for several cases. By its rows it is a short case, and by its time it is a
    long case.
    """
    folder = study("s", "--checkpoint-every", "1e-9")
    numbers = np.array([0, 1])
    calm = {case.number: case for case in Cases(study("calm"), Page(), lambda: False).solve(numbers)}
    for kill in range(kills):
        page = Watched(8.0 * (kill + 1) / (kills + 1))
        with pytest.raises(Killed):
            list(Cases(folder, page, lambda: False).solve(numbers[1:]))
        assert kill == 0 or page.first > 8.0 * kill / (kills + 1)
        assert sorted(os.listdir(folder.checkpoints)) == ["1", "1.rows"]
    page = Watched()
    cases = Cases(folder, page, lambda: False)
    [after] = cases.solve(numbers[1:])
    assert page.first > 8.0 * kills / (kills + 1)
    before = calm[1]
    assert (after.steps, after.rejected_steps, after.reason) == (before.steps, before.rejected_steps, "")
    assert after.time.tobytes() == before.time.tobytes()
    assert {name: rows.tobytes() for name, rows in after.sensors.items()} == {
        name: rows.tobytes() for name, rows in before.sensors.items()
    }
    cases.forget(numbers)
    assert not os.listdir(folder.checkpoints)


def test_a_case_that_is_told_to_end_is_kept_first(deck, rbsolve, tmp_path, monkeypatch):
    monkeypatch.setattr("rbsolve.solver.run.clocks.CALL_SECONDS", 1e-3)
    options = ("-p", "end=500", "-j", 1, "--checkpoint-every", "1000", "-q")  # the rows have some megabytes
    assert rbsolve("sweep", deck, *options, "-o", tmp_path / "s") == 0
    folder, number = StudyFolder.open(tmp_path / "s"), np.array([0])
    [calm] = Cases(folder, Page(), lambda: False).solve(number)
    page = Noting()
    list(Cases(folder, page, lambda: page.last > 200.0).solve(number))
    assert sorted(os.listdir(folder.checkpoints)) == ["0", "0.rows"]
    again = Noting()
    [after] = Cases(folder, again, lambda: False).solve(number)
    assert again.first >= 200.0
    assert after.sensors["turning"].tobytes() == calm.sensors["turning"].tobytes()


class Noting(Page):
    """A page that records the first and the last time of a case."""

    first, last = np.inf, 0.0

    def report(self, phase, simulated, steps, findings=0):
        self.first, self.last = min(self.first, simulated), simulated


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs Linux's list of child processes")
def test_a_solver_that_is_told_to_end_keeps_its_case(deck, rbsolve, tmp_path):
    study = tmp_path / "s"
    running = launch(
        "sweep", deck, "-p", "end=4000", "-o", study, "-j", 1, "--checkpoint-every", "1000", "--keep", "none"
    )
    # the case takes about 2 s
    found = wait_until(lambda: [pid for pid in solvers(running.pid) if seconds_of(pid) > 0.5], running)
    os.kill(found[0], signal.SIGTERM)
    wait_for(study / "checkpoints" / "0", running)
    assert running.wait(PATIENCE) == 0


def seconds_of(pid):
    """Return the processor time of a process."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[11]) / os.sysconf("SC_CLK_TCK")
    return 0.0


def test_short_cases_before_a_long_one_keep_their_rows(study, deck, rbsolve, tmp_path):
    arguments = ("-p", "end=0.5,0.5,0.5,6,0.5,0.5", "-j", 1, "-q")
    assert rbsolve("sweep", deck, *arguments, "-o", tmp_path / "calm") == 0
    folder = StudyFolder.open(tmp_path / "calm")
    numbers = np.arange(6)
    before = list(Cases(folder, Page(), lambda: False).solve(numbers))
    folder.write_manifest(folder.manifest.__class__(**{**_fields(folder.manifest), "checkpoint_every": 0.01}))
    after = list(Cases(folder, Page(), lambda: False).solve(numbers))
    for one, other in zip(before, after, strict=True):
        assert one.number == other.number
        assert one.sensors["height"].tobytes() == other.sensors["height"].tobytes()


def _fields(manifest):
    return {name: getattr(manifest, name) for name in manifest.__slots__}


def test_what_was_kept_of_another_case_or_is_damaged_is_not_used(study):
    folder = study("s", "--checkpoint-every", "1e-9")
    with pytest.raises(Killed):
        list(Cases(folder, Watched(4.0), lambda: False).solve(np.array([1])))
    state, rows = folder.checkpoints / "1", folder.checkpoints / "1.rows"
    good = {path: path.read_bytes() for path in (state, rows)}
    for path, damage in (
        (state, lambda content: content[:-1]),
        (state, lambda content: content[:100]),
        (state, lambda content: b""),
        (state, lambda content: content.replace(b'"rows"', b'"r0ws"', 1)),
        (rows, lambda content: content[:-1]),
        (rows, lambda content: content[:100] + b"\x01" + content[101:]),
        (rows, lambda content: None),
    ):
        for each, content in good.items():
            each.write_bytes(content)
        damaged = damage(good[path])
        path.unlink() if damaged is None else path.write_bytes(damaged)
        page = Watched(4.0)
        with pytest.raises(Killed):
            list(Cases(folder, page, lambda: False).solve(np.array([1])))
        assert page.first < 1.0
    for path, content in good.items():  # the parameters of the two cases differ
        path.with_name(path.name.replace("1", "0")).write_bytes(content)
    page = Watched()
    list(Cases(folder, page, lambda: False).solve(np.array([0])))
    assert page.first < 0.3


def test_rows_are_written_once(study, monkeypatch):
    """A case may be stored any number of times. A process that notices late that it lost the case writes the bytes that
    are already there.
    """
    written = []
    original = keeping.RowFile.add

    def add(self, pieces):
        before = self.size
        original(self, pieces)
        written.append((before, self.size))

    monkeypatch.setattr(keeping.RowFile, "add", add)
    folder = study("s", "--checkpoint-every", "1e-9")
    numbers = np.array([1])
    written.clear()
    with pytest.raises(Killed):
        list(Cases(folder, Watched(4.0), lambda: False).solve(numbers))
    assert len(written) > 3
    assert written[0][0] == 0
    assert all(before == after for (_, before), (after, _) in itertools.pairwise(written))
    rows = folder.checkpoints / "1.rows"
    content = rows.read_bytes()
    rows.with_name("1").unlink()
    with pytest.raises(Killed):
        list(Cases(study("s", "--checkpoint-every", "0.01"), Watched(6.0), lambda: False).solve(numbers))
    assert rows.read_bytes()[: len(content)] == content


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs Linux's list of child processes")
@pytest.mark.parametrize("who", ["solver", "supervisor"])
def test_a_study_that_is_killed_goes_on_within_its_case(deck, rbsolve, tmp_path, who):
    study = tmp_path / "s"
    arguments = ("-p", "end=2000", "-o", study, "-j", 1, "--checkpoint-every", "0.2")
    running = launch("sweep", deck, *arguments)
    wait_for(study / "checkpoints" / "0", running)
    [solver] = solvers(running.pid)
    os.kill(solver, signal.SIGSTOP)
    mark(study / "checkpoints" / "0")
    if who == "solver":
        os.kill(solver, signal.SIGKILL)
        assert running.wait(PATIENCE) == 0
    else:
        running.kill()
        running.wait()
        with contextlib.suppress(ProcessLookupError):
            os.kill(solver, signal.SIGKILL)
        assert rbsolve("resume", study, "-q") == 0
    with h5py.File(study / "study.h5") as file:
        assert file["sensors/height"][0, 0, 0] == MARK
        height = file["sensors/height"][0]
    assert not os.listdir(study / "checkpoints")
    assert rbsolve("sweep", deck, "-p", "end=2000", "-o", tmp_path / "calm", "-q") == 0
    with h5py.File(tmp_path / "calm" / "study.h5") as file:
        assert np.array_equal(height[1:], file["sensors/height"][0, 1:])


def kept_rows(partial):
    """Return the number of rows of the last checkpoint in a file that a run is writing."""
    with contextlib.suppress(ResultsError), Results.open(partial) as results:
        checkpoint = latest(results.file)
        return 0 if checkpoint is None else checkpoint.rows
    return 0


def test_a_batch_that_is_killed_goes_on_within_its_decks(deck, deck_text, rbsolve, tmp_path):
    deck.write_text(deck_text.replace("@SCALAR_VALUE {0.1}", "@SCALAR_VALUE {2000}"))
    batch = tmp_path / "b"
    running = launch("batch", deck, "-o", batch, "-j", 1, "--checkpoint-every", "0.2")
    partial = batch / "results" / ".stone.h5.partial"
    wait_until(lambda: kept_rows(partial) >= 200, running)
    [solver] = solvers(running.pid)
    running.kill()
    running.wait()
    wait_until(lambda: not os.path.exists(f"/proc/{solver}"))  # the solver ends with its supervisor
    page = Watched(1999.0)
    with pytest.raises(Killed):
        list(Cases(StudyFolder.open(batch), page, lambda: False).solve(np.array([0])))
    assert page.first > 1.0
    assert rbsolve("resume", batch, "-q") == 0
    assert rbsolve("run", deck, "-o", tmp_path / "calm.h5", "-q") == 0
    with h5py.File(batch / "results" / "stone.h5") as one, h5py.File(tmp_path / "calm.h5") as other:
        for name in ("time", "sensors/height", "motion/position", "restart/state"):
            assert one[name][()].tobytes() == other[name][()].tobytes()
    assert os.listdir(batch / "results") == ["stone.h5"]
