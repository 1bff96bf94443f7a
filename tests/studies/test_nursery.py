"""Solver processes are forked from a process that has already loaded the modules. Each solver process is an ordinary
process, and starts at once.
"""

import contextlib
import gc
import os
import signal
import sys
import time

import pytest

import rbsolve
from rbsolve.pipeline import Options, check_deck
from rbsolve.service.worker import KEPT_ENVIRONMENT
from rbsolve.store.leases import Lease
from rbsolve.studies.engines.local import LocalEngine
from rbsolve.studies.preparation.checks import with_numbers
from rbsolve.studies.preparation.preparing import Limits, make_batch
from rbsolve.studies.running import nursery, solver
from rbsolve.studies.running.process import Death

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux gives orphans to the ancestor that asks for them"
)


@pytest.fixture(scope="module")
def compiled(deck_text):
    """Store the deck's machine code, which a confined process loads and may not store itself."""
    rbsolve.solve(deck_text).close()


@pytest.fixture
def job(compiled, deck, tmp_path):
    """`job(3)` returns the lease of the third job, and makes its folder."""

    def make(number, **parameters):
        options = Options(parameters=parameters)
        checked, folder = check_deck(deck, options), tmp_path / str(number)
        folder.mkdir()
        make_batch([checked], folder, with_numbers(options, checked), Limits(), "job", f"{number:020d}")
        return Lease(number, 1, f"{number:020d}", str(folder), "job", "", 0, 1, None, 0)

    return make


@pytest.fixture
def engine():
    environment = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
    engine = LocalEngine(1, environment | {"KEPT": "yes"}, confined=True)
    yield engine
    engine.close()


def open_descriptors():
    """Return the number and target of each open file of this process. Files that other tests have left open as garbage
    are closed first.

    A count would not be sufficient, because files of another test may be closed meanwhile.
    """
    gc.collect()
    opened = set()
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):
            opened.add((number, os.readlink(f"/proc/self/fd/{number}")))
    return opened


def solver_process(engine, lease):
    """Return the process that solves a job."""
    engine.start([lease])
    return engine._processes[0].pid


def end_of(engine):
    while not (reports := engine.wait(10.0)):
        pass
    return reports[0]


def status(pid):
    with open(f"/proc/{pid}/status") as file:
        return {name: value.strip() for name, _, value in (line.partition(":") for line in file)}


def test_each_job_has_a_process_of_its_own(engine, job, monkeypatch):
    """The process is a child of the supervisor and has its own session and name. The process ends with the job."""
    monkeypatch.setenv("SECRET", "x")
    pids = []
    for number in range(3):
        pids.append(pid := solver_process(engine, job(number, end=1e6)))
        while (found := status(pid))["Name"] != solver.NAME:
            time.sleep(0.01)
        assert (int(found["PPid"]), os.getsid(pid)) == (os.getpid(), pid)
        with open(f"/proc/{pid}/environ", "rb") as file:
            names = {word.partition(b"=")[0] for word in file.read().split(b"\0")}
        assert b"KEPT" in names
        assert b"SECRET" not in names
        engine.ask_to_stop({number})
        assert end_of(engine).cancelled == 1
        assert not os.path.exists(f"/proc/{pid}")
    assert len(set(pids)) == 3
    assert status(engine._nursery._process.pid)["Name"] == "rbsolve-nursery"


def test_a_process_that_is_killed_is_a_death_and_the_next_begins(engine, job):
    pid = solver_process(engine, job(0, end=1e6))
    os.kill(pid, signal.SIGKILL)
    death = end_of(engine)
    assert isinstance(death, Death)
    assert "SIGKILL" in death.message
    solver_process(engine, job(1))
    assert end_of(engine).done == 1


def test_a_nursery_that_is_killed_is_started_again(engine, job):
    """The nursery is killed between two jobs, and while a job runs. The job continues."""
    solver_process(engine, job(0))
    assert end_of(engine).done == 1
    nursery = engine._nursery._process
    os.kill(nursery.pid, signal.SIGKILL)
    os.waitid(os.P_PID, nursery.pid, os.WEXITED | os.WNOWAIT)
    solver_process(engine, job(1))
    assert engine._nursery._process.pid != nursery.pid
    engine._nursery.close()
    assert end_of(engine).done == 1


def test_a_nursery_that_hangs_is_given_up(engine, job, monkeypatch):
    engine.warm_up()
    hanging = engine._nursery._process
    monkeypatch.setattr(nursery, "ANSWER_SECONDS", 0.3)
    os.kill(hanging.pid, signal.SIGSTOP)
    solver_process(engine, job(0))
    assert hanging.poll() == -signal.SIGKILL
    assert end_of(engine).done == 1


@pytest.mark.parametrize(
    "reason", ["it cannot fork", "its orphans are given to another", "elsewhere than on Linux", "no /proc"]
)
def test_without_one_a_process_loads_by_itself(engine, job, monkeypatch, tmp_path, reason):
    if reason == "it cannot fork":
        monkeypatch.setattr(engine._nursery, "_ask", lambda descriptors: 0)
    elif reason == "its orphans are given to another":
        monkeypatch.setattr(nursery, "_adopt_orphans", contextlib.nullcontext)
    elif reason == "no /proc":
        monkeypatch.setattr(nursery, "_DESCRIPTORS", tmp_path / "none")
    else:
        monkeypatch.setattr(sys, "platform", "plan9")
    before = open_descriptors()
    engine.warm_up()
    solver_process(engine, job(0))
    assert end_of(engine).done == 1
    engine.close()
    assert open_descriptors() - before == set()
