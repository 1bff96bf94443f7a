"""Kernels of confined solver processes are compiled by another process, which stores them. So the next job compiles
nothing.
"""

import contextlib
import json
import os
import socket
import sys
from pathlib import Path

import pytest

import rbsolve
from rbsolve.pipeline import Options, check_deck
from rbsolve.service.worker import KEPT_ENVIRONMENT
from rbsolve.solver.compiler import cache, entries, launching
from rbsolve.solver.compiler.described import NotDescribedError, describe, read_description
from rbsolve.store.leases import Lease
from rbsolve.studies.engines.local import LocalEngine
from rbsolve.studies.preparation.checks import with_numbers
from rbsolve.studies.preparation.preparing import Limits, make_batch
from rbsolve.studies.running import confinement, page
from rbsolve.studies.running.cases import _Clock
from rbsolve.studies.running.compiling import compile_described
from rbsolve.studies.running.confinement import landlock_version
from rbsolve.studies.running.page import COMPILING, SOLVING, Page

DECKS = Path(__file__).parents[2] / "decks"
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="solver processes are confined on Linux only")


@pytest.fixture
def sources(monkeypatch):
    """Return all functions that runs of some decks request, with the layouts of their arguments."""
    found = []
    made = entries.entry_of

    def seen(function, layouts, label):
        found.append((function, layouts))
        return made(function, layouts, label)

    monkeypatch.setattr(entries, "entry_of", seen)
    monkeypatch.setattr(launching, "entry_of", seen)
    for name in ("gear_train", "flyball_governor", "rolling_disc"):
        rbsolve.solve(DECKS / f"{name}.deck", t_end=0.01).close()
    return found


def test_what_is_compiled_can_be_described_to_another_process(sources):
    """The other process finds the same code, the same names and the same places."""
    assert len(sources) > 20
    for function, layouts in sources:
        again, placed = read_description(json.loads(json.dumps(describe(function, layouts))))
        assert again.__code__ == function.__code__
        assert entries.name_of(again, placed) == entries.name_of(function, layouts)
        assert list(map(words, placed)) == list(map(words, layouts))


def words(layout):
    """Return all parts of a layout on which code depends."""
    kind, name, detail = layout
    if kind in ("record", "variables"):
        return kind, name, [(field, words(inner), at) for field, (inner, at) in detail.items()]
    return kind, name, words(detail) if kind == "pointer" else detail if kind == "array" else None


@pytest.mark.parametrize(
    "request_of",
    [
        ["name", "os", "system"],
        ["name", "rbsolve.studies.running.nursery", "os.system"],
        ["name", "rbsolve.solver.compiler.cache", "shutil.rmtree"],
        ["made", "os", "f.<locals>.g", []],
        ["made", "rbsolve.solver.functions.evaluate", "_entry.<locals>.other", []],
        ["made", "rbsolve.solver.functions.evaluate", "_entry.<locals>.function_entry", []],
        ["function", "rbsolve.solver.kernel", "Kernel"],
        ["plain", {"a": 1}],
        ["exec", "1"],
        [],
        None,
        7,
    ],
)
def test_nothing_else_than_code_of_the_program_is_described(request_of):
    with pytest.raises(NotDescribedError):
        read_description([request_of, []])
    assert not compile_described(json.dumps([request_of, []]).encode())


@pytest.mark.parametrize(
    "layout",
    [
        "code",
        ["array", "object", 1],
        ["array", "float64", 99],
        ["variables", "os", "Path"],
        ["record"],
        ["number", "x"],
    ],
)
def test_nothing_else_than_layouts_is_described(layout):
    with pytest.raises(NotDescribedError):
        read_description([["name", "rbsolve.geometry.vector", "cross"], [layout]])


def test_a_record_gets_the_name_of_what_it_is_made_of(sources):
    """No sender can store other code with the name of a kernel."""
    function, layouts = next(source for source in sources if source[1][0].kind == "pointer")
    data = describe(function, layouts)
    data[1][0][1][2].reverse()
    _, changed = read_description(data)
    assert changed[0].name != layouts[0].name


@pytest.fixture
def job(deck, tmp_path):
    """`job(3)` returns the lease of the third job, and makes its folder."""

    def make(number, **parameters):
        options = Options(parameters=parameters)
        checked, folder = check_deck(deck, options), tmp_path / str(number)
        folder.mkdir()
        make_batch([checked], folder, with_numbers(options, checked), Limits(), "job", f"{number:020d}")
        return Lease(number, 1, f"{number:020d}", str(folder), "job", "", 0, 1, None, 0)

    return make


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """Yield a confined engine without any kernels."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    monkeypatch.setattr(cache, "_found_safe", {})
    cache.folders.cache_clear()
    engine = LocalEngine(1, {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}, confined=True)
    yield engine
    engine.close()
    monkeypatch.undo()
    cache.folders.cache_clear()


def phases(engine, lease):
    """Return the phases of a job, and its end."""
    engine.start([lease])
    found = set()
    while not (reports := engine.wait(0.002)):
        found |= {where.phase for _, where in engine.whereabouts()}
    return found, reports[0]


@ON_LINUX
@pytest.mark.skipif(landlock_version() == 0, reason="this kernel has no Landlock")
def test_what_one_confined_job_has_compiled_the_next_loads(engine, job, tmp_path):
    """The cancelled job ends before its kernel is compiled, but the kernel is stored too."""

    def kept():
        return {path.name for path in (tmp_path / "kernels").rglob("*-*") if path.is_file()}

    engine.start([job(0)])
    while not any(where.phase == COMPILING for _, where in engine.whereabouts()):
        assert not engine.wait(0.01)
    engine.ask_to_stop({0})
    while not (reports := engine.wait(1.0)):
        pass
    early = kept()
    assert getattr(reports[0], "cancelled", 0) == 1, reports

    found, report = phases(engine, job(1))
    assert report.done == 1
    assert COMPILING in found
    complete = kept()
    assert early < complete

    found, report = phases(engine, job(2))
    assert report.done == 1
    assert COMPILING not in found
    assert kept() == complete


@ON_LINUX
def test_without_the_process_that_compiles_a_job_compiles_itself(engine, job):
    """The process is killed while it compiles, and is started again for the next job."""
    engine.start([job(0)])
    while not any(where.phase == COMPILING for _, where in engine.whereabouts()):
        assert not engine.wait(0.01)
    first = engine._compiling._process
    first.kill()
    while not (reports := engine.wait(1.0)):
        pass
    assert reports[0].done == 1
    engine.start([job(1)])
    assert engine._compiling._process.pid != first.pid
    while not (reports := engine.wait(1.0)):
        pass
    assert reports[0].done == 1


def test_compiling_does_not_count_as_time_of_a_case(monkeypatch):
    now, compiled = 100.0, 0.0
    monkeypatch.setattr("rbsolve.studies.running.cases.time.monotonic", lambda: now)
    monkeypatch.setattr("rbsolve.studies.running.cases.seconds_spent", lambda: compiled)
    monkeypatch.setattr("rbsolve.studies.running.cases.limit_processor_time", lambda seconds: None)
    monkeypatch.setattr(page.time, "monotonic", lambda: now)
    told, clock = Page(), _Clock(10.0, lambda: False)
    with contextlib.closing(told):
        told.enter(SOLVING)
        clock.start()
        assert not clock.over()
        told.report(COMPILING, 0.0, 0)
        told.report(COMPILING, 0.0, 0)
        now, compiled = 130.0, 30.0
        told.report(SOLVING, 0.1, 1)
        assert told.read().began == 130.0
        assert not clock.over()
        now = 139.0
        assert not clock.over()
        now = 141.0
        assert clock.over()


@ON_LINUX
def test_a_request_of_no_end_is_no_request(engine, job):
    """A solver that sends too much data gets no answer."""
    connection = socket.socket(fileno=engine._compiling.channel())
    with connection:
        connection.settimeout(20.0)
        with contextlib.suppress(ConnectionError):
            for _ in range(64):
                connection.sendall(b"x" * (1 << 16))
        with contextlib.suppress(ConnectionError):
            assert connection.recv(1) == b""
    other = socket.socket(fileno=engine._compiling.channel())
    with other:
        other.sendall(b"{}\n")
        assert other.recv(1) == b"0"


def test_a_confined_process_may_read_machine_code(tmp_path, monkeypatch):
    monkeypatch.setattr("rbsolve.solver.compiler.cache.folders", lambda: (tmp_path, tmp_path / "missing"))
    paths = confinement._readable()
    assert tmp_path in paths
    assert tmp_path / "missing" not in paths
