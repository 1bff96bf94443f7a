"""Chunks of cases whose solvers ended, or that an engine was requested to release."""

from __future__ import annotations

from concurrent.futures import Future
from types import SimpleNamespace

import pytest

from rbsolve.store.leases import MOST_ATTEMPTS, Finish, Lease
from rbsolve.studies.engines.executor import ExecutorEngine
from rbsolve.studies.running import supervisor as supervision
from rbsolve.studies.running.supervisor import Supervisor


def lease(chunk=1, count=1, attempts=0, folder=""):
    return Lease(chunk, 1, "s", folder, "study", "", 0, count, None, attempts)


class Engine:
    """Accepts chunks and does nothing."""

    slots, running = 4, ()

    def __init__(self):
        self.started = []

    def start(self, leases):
        self.started += leases


@pytest.mark.parametrize(("message", "words"), [("", ""), ("the machine has no memory", ": the machine has no memory")])
def test_a_case_is_given_up_alone_and_after_some_attempts(monkeypatch, tmp_path, message, words):
    """A chunk of many cases is tried again after any failure, because only one of its cases may be the cause."""
    chunks = [lease(1, 1, MOST_ATTEMPTS), lease(2, 1, MOST_ATTEMPTS - 1), lease(3, 2, MOST_ATTEMPTS), lease(4, 1)]
    ended = []
    monkeypatch.setattr(supervision.leases, "claim", lambda *_: chunks)
    monkeypatch.setattr(supervision.leases, "finish", lambda _, finished: ended.extend(finished) or [])
    monkeypatch.setattr(supervision.records, "find", lambda *_: SimpleNamespace(message=message, stop_at_failure=False))
    monkeypatch.setattr(Supervisor, "_stops_at_failure", lambda *_: False)
    engine = Engine()
    Supervisor(None, engine, "s", folder=tmp_path)._claim()  # type: ignore[arg-type]  # a stand-in
    assert [one.chunk for one in engine.started] == [2, 3, 4]
    [finish] = ended
    [failure] = finish.failures
    assert (finish.lease.chunk, failure.reason) == (1, "lost")
    assert failure.message == f"the case failed after {MOST_ATTEMPTS} attempts{words}"


def test_all_cases_of_a_task_that_had_not_begun_are_cancelled(tmp_path):
    (tmp_path / "shards").mkdir()
    tasks = []

    def submit(*_):
        tasks.append(Future())
        return tasks[-1]

    engine = ExecutorEngine(SimpleNamespace(), 2, submit)
    first, second = lease(1, 7, folder=str(tmp_path)), lease(2, 5, folder=str(tmp_path))
    engine.start([first, second])
    engine.ask_to_stop({1})
    assert engine.wait(0.0) == [Finish(first, "", 0, cancelled=7)]
    tasks[1].cancel()  # another user cancels the task
    [death] = engine.wait(0.0)
    assert (death.lease, death.reason, death.by_itself) == (second, "lost", False)
    assert not engine.running
