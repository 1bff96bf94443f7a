"""Sends events to watchers of jobs. While there are watchers, one store query serves all of them four times a second."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

from starlette.concurrency import run_in_threadpool

from rbsolve.store.database import Database
from rbsolve.store.errors import StoreError
from rbsolve.store.jobs import LiveState, live_states

LOOK_SECONDS = 0.25
QUIET_SECONDS = 15.0
"""If there are no events for this time [s], a comment keeps the connection open."""
_FAR = 10**15
"""If an event number exceeds the numbers of a job by more than this value, it does not come from this service. The
value corresponds to some years.
"""
ENDED = ("complete", "failed", "cancelled")


class Watcher:
    """Polls jobs with watchers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, LiveState] = {}
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self.closing = asyncio.Event()

    @property
    def watchers(self) -> int:
        """Return the number of open streams."""
        return sum(map(len, self._waiting.values()))

    async def stream(self, identity: str, last: str | None, end: Callable[[], dict[str, Any]]) -> AsyncIterator[str]:
        """Yield the events of a job as text, from the event after `last`, until the job has ended or the server stops.

        `end` returns the progress of an ended job. It is needed because short jobs may end before a watcher sees their
        progress.
        """
        news = asyncio.Event()
        self._waiting[identity].add(news)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())
        told: LiveState | None = None
        known = int(last) if last is not None and last.isdecimal() else -1
        try:
            while not self.closing.is_set():
                now = self._known.get(identity)
                if now is not None and now != told:
                    if now.state in ENDED:
                        now = replace(now, **await run_in_threadpool(end))
                    for event, number, data in _events(told, now):
                        if told is None and known > number + _FAR:  # the number does not come from this service
                            known = -1
                        if told is not None:  # each change has a unique number, even if several have the same time
                            number = max(number, known + 1)
                        if number > known:
                            known = number
                            yield _text(event, number, data)
                    told = now
                    if now.state in ENDED:
                        return
                news.clear()
                try:
                    await asyncio.wait_for(news.wait(), QUIET_SECONDS)
                except TimeoutError:
                    yield ": nothing new\n\n"
        finally:
            self._waiting[identity].discard(news)
            if not self._waiting[identity]:
                del self._waiting[identity]
                self._known.pop(identity, None)

    async def _look(self) -> None:
        while self._waiting and not self.closing.is_set():
            try:
                found = await run_in_threadpool(live_states, self._database, list(self._waiting))
            except StoreError:  # the database is unavailable, and the next poll asks again
                found = {}
            for identity, state in found.items():
                if self._known.get(identity) != state and identity in self._waiting:
                    self._known[identity] = state
                    for news in self._waiting[identity]:
                        news.set()
            await asyncio.sleep(LOOK_SECONDS)

    def close(self) -> None:
        """End all streams, so that the server can end."""
        self.closing.set()
        for waiting in self._waiting.values():
            for news in waiting:
                news.set()


def _events(told: LiveState | None, now: LiveState) -> list[tuple[str, int, dict[str, object]]]:
    """Return the new events as name, number and data. Numbers are derived from the time of the change. So an
    interrupted stream continues at its last event, even on another server.
    """
    found: list[tuple[str, int, dict[str, object]]] = []
    if told is None or (told.state, told.message) != (now.state, now.message):
        state: dict[str, object] = {"id": now.id, "state": now.state, "message": now.message}
        if now.cases > 1:
            state |= {"done": now.done, "failed": now.failed, "cancelled": now.cancelled, "cases": now.cases}
        found.append(("state", 2 * int(now.since * 1e6) + 1, state))
    progress = progress_of(now)
    if now.time is not None and (told is None or progress_of(told) != progress):
        found.insert(0, ("progress", 2 * int(now.changed * 1e6), progress))
    return found


def progress_of(state: LiveState) -> dict[str, object]:
    """Return the progress of a job, and the number of its diagnostics."""
    return {"time": state.time, "fraction": state.fraction, "rate": state.rate, "findings": state.findings}


def _text(event: str, number: int, data: dict[str, object]) -> str:
    return f"id: {number}\nevent: {event}\ndata: {json.dumps(data)}\n\n"
