"""Checks that take too long, streams of events, and the progress that a worker reports."""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rbsolve.service import checkers, worker
from rbsolve.service.checkers import TooLong
from rbsolve.service.requests import events
from rbsolve.service.requests.events import Watcher
from rbsolve.store.errors import StoreError
from rbsolve.store.jobs import LiveState


@pytest.fixture
def handlers():
    """Restore the handler of the signal for processor time."""
    before = signal.getsignal(signal.SIGPROF)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0.0)
    signal.signal(signal.SIGPROF, before)


def test_a_check_returns_its_result_and_stops_its_clock(handlers):
    assert checkers._call(60.0, lambda a, b: a - b, 5, 2) == 3
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    with pytest.raises(KeyError, match="x"):
        checkers._call(60.0, {}.__getitem__, "x")
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_a_check_that_catches_everything_is_stopped_too(handlers):
    def stubborn():
        while True:
            with suppress(Exception):  # this must not catch the end of the time
                sum(range(1000))

    with pytest.raises(TooLong):
        checkers._call(0.02, stubborn)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def lease(identity, kind="job"):
    return SimpleNamespace(study=identity, kind=kind)


def where(time, end=4.0, began=90.0, findings=0):
    return SimpleNamespace(time=time, end=end, began=began, findings=findings)


def test_a_worker_reports_the_progress_of_its_jobs(monkeypatch):
    now, reported = [100.0], []
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(worker, "report_progress", lambda database, reports: reported.append(list(reports)))
    reporter = worker._Reporter()

    def look(*places):
        engine = SimpleNamespace(whereabouts=lambda: places)
        reporter.look(SimpleNamespace(engine=engine, database="database"))

    look((lease("a"), where(1.0)), (lease("s", "study"), where(1.0)), (lease("b"), where(1.0, end=0.0)))
    look((lease("a"), where(2.0)))
    ((report,),) = reported
    assert [report.study, report.time, report.fraction, report.rate] == ["a", 1.0, 0.25, 0.1]
    now[0] += worker.REPORT_SECONDS
    look((lease("a"), where(1.0)), (lease("c"), where(9.0)))
    assert [(one.study, one.fraction) for one in reported[1]] == [("c", 1.0)]
    now[0] += worker.REPORT_SECONDS
    look((lease("a"), where(1.0, findings=2)))
    assert [one.study for one in reported[2]] == ["a"]
    now[0] += worker.REPORT_SECONDS
    look(*((lease(f"{k}"), where(1.0)) for k in range(999)))
    assert len(reporter._last) == 0


STATE = LiveState("j", "running", "", 0, 0, 0, 1, None, None, None, None, changed=2.0, since=1.0)
ROW = {"time": 0.5, "fraction": 0.25, "rate": 2.0, "findings": 0}


@pytest.mark.parametrize(
    ("told", "now", "found"),
    [
        (None, {}, [("state", 2_000_001, {"id": "j", "state": "running", "message": ""})]),
        (
            None,
            {"cases": 3, "done": 1, "failed": 1},
            [
                (
                    "state",
                    2_000_001,
                    {"id": "j", "state": "running", "message": "", "done": 1, "failed": 1, "cancelled": 0, "cases": 3},
                )
            ],
        ),
        ({}, {}, []),
        ({}, ROW, [("progress", 4_000_000, ROW)]),
        (ROW, {**ROW, "findings": 1}, [("progress", 4_000_000, {**ROW, "findings": 1})]),
        (ROW, ROW, []),
        (
            ROW,
            {**ROW, "fraction": 1.0, "state": "failed", "message": "m"},
            [
                ("progress", 4_000_000, {**ROW, "fraction": 1.0}),
                ("state", 2_000_001, {"id": "j", "state": "failed", "message": "m"}),
            ],
        ),
    ],
)
def test_the_events_between_two_states(told, now, found):
    before = None if told is None else replace(STATE, **told)
    assert events._events(before, replace(STATE, **now)) == found


def streamed(monkeypatch, states, last=None):
    """Return the events of a stream that sees these states one by one, an unavailable store among them."""
    found = iter(states)

    def look(database, identities):
        state = next(found)
        if state is None:
            raise StoreError("away")
        return dict.fromkeys(identities, state)

    monkeypatch.setattr(events, "live_states", look)
    monkeypatch.setattr(events, "LOOK_SECONDS", 0.0)

    async def collect():
        watcher = Watcher("database")
        return [text async for text in watcher.stream("j", last, lambda: {"fraction": 1.0})], watcher

    return asyncio.run(collect())


ENDED = replace(STATE, state="complete", since=3.0, changed=3.0, **ROW)


def test_a_stream_ends_with_the_job_and_forgets_it(monkeypatch):
    texts, watcher = streamed(monkeypatch, [STATE, None, STATE, replace(STATE, **ROW), ENDED, ENDED])
    heads = [text.splitlines() for text in texts]
    assert all(text.endswith("\n\n") for text in texts)
    assert [(head[0], head[1]) for head in heads] == [
        ("id: 2000001", "event: state"),
        ("id: 4000000", "event: progress"),
        ("id: 6000000", "event: progress"),
        ("id: 6000001", "event: state"),
    ]
    assert json.loads(heads[2][2].removeprefix("data: ")) == {**ROW, "fraction": 1.0}
    assert (watcher._waiting, watcher._known) == ({}, {})


@pytest.mark.parametrize(
    ("last", "numbers"), [("6000000", [6000001]), ("5", [6000000, 6000001]), ("x", [6000000, 6000001])]
)
def test_a_stream_continues_after_the_last_event(monkeypatch, last, numbers):
    texts, _ = streamed(monkeypatch, [ENDED, ENDED], last)
    assert [int(text.split()[1]) for text in texts] == numbers


def test_a_server_that_stops_ends_its_streams(monkeypatch):
    monkeypatch.setattr(events, "live_states", lambda database, identities: {})

    async def collect():
        watcher = Watcher("database")
        asyncio.get_running_loop().call_later(0.01, watcher.close)
        return [text async for text in watcher.stream("j", None, dict)], watcher._waiting

    assert asyncio.run(collect()) == ([], {})


def test_one_of_two_watchers_leaves_the_other(monkeypatch):
    monkeypatch.setattr(events, "live_states", lambda database, identities: {})
    monkeypatch.setattr(events, "QUIET_SECONDS", 0.001)

    async def collect():
        watcher = Watcher("database")
        one, other = (watcher.stream("j", None, dict) for _ in range(2))
        assert [await anext(one), await anext(other)] == [": nothing new\n\n"] * 2
        counts = [len(watcher._waiting["j"])]
        await one.aclose()
        counts.append(len(watcher._waiting["j"]))
        await other.aclose()
        watcher.close()
        return counts, dict(watcher._waiting)

    assert asyncio.run(collect()) == ([2, 1], {})
