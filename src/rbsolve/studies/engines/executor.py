"""Solves chunks with any `concurrent.futures.Executor`. Its workers may be other machines that can access the study's
folder.

A task receives the folder's path and the numbers of some cases. The task starts a solver process on its machine,
watches it, and returns the outcomes of the cases. The rows are written to files in the folder. A file in the folder is
also used to request the end of a task. The engine's slots limit the number of submitted chunks.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from rbsolve.store.leases import Finish, Lease
from rbsolve.studies.engines.engine import shard_name
from rbsolve.studies.running.page import Whereabouts
from rbsolve.studies.running.process import Death, Report, SolverProcess

LOOK_SECONDS = 0.05
WISH_SECONDS = 1.0
"""Time after which a task checks again for a stop request [s]. It is long, because the folder may be on a network."""
END_SECONDS = 120.0
"""The longest time from a cluster's announcement to the end of its processes [s]."""
KEEP_SECONDS = 60.0
"""The longest time for saving a case when the time of a task is over [s]."""
_mine = threading.local()


class Task(Protocol):
    """The object that an executor returns at once."""

    def done(self) -> bool:
        """Return whether the task has a result or an error."""
        ...

    def result(self) -> Any:
        """Return the result of the task, or raise its exception."""
        ...

    def cancel(self) -> Any:
        """Cancel the task if it has not started."""
        ...


def solve(lease: Lease, shard: str) -> Report:
    """Solve a chunk in a separate process, as the task of an executor. The next task in this thread reuses the process."""
    process: SolverProcess | None = getattr(_mine, "process", None)
    if process is None:
        process = _mine.process = SolverProcess()
        atexit.register(process.stop)
    process.order(lease, shard)
    wish, next_look = wish_to_stop(lease, shard), 0.0
    while True:
        report = process.poll()
        if isinstance(report, Death) and report.was_ended:
            # The scheduler also ends the task, and may restart it. The task waits until the scheduler ends it, so that
            # no other task solves the chunk.
            time.sleep(END_SECONDS)
        if report is not None:
            wish.unlink(missing_ok=True)
            return report
        if time.monotonic() >= next_look:
            next_look = time.monotonic() + WISH_SECONDS
            if wish.exists():
                process.ask_to_stop()
        time.sleep(LOOK_SECONDS)


def wish_to_stop(lease: Lease, shard: str) -> Path:
    """Return the path of a file. If it exists, the task of a chunk, on any machine, must end soon."""
    return Path(lease.folder) / "shards" / f".{shard}.stop"


def keep() -> None:
    """Request that the solver process of this thread saves its case and ends."""
    process: SolverProcess | None = getattr(_mine, "process", None)
    if process is not None:
        process.announce_end()
        process.wait(KEEP_SECONDS)


def _words(error: BaseException) -> str:
    """Return the message of an error in one line. If the message quotes a traceback, return the last line of the
    traceback.
    """
    said = str(error).strip()
    if "Traceback (most recent call last):" in said:
        quoted = said.rpartition("Traceback (most recent call last):")[2].splitlines()
        return next((line for line in quoted[1:] if line and not line[0].isspace()), said)[:300]
    return f"{type(error).__name__}: {said}".strip()[:300]


class ExecutorEngine:
    """An engine that submits chunks to an executor. `submit` receives a function and its arguments, and returns a task."""

    def __init__(
        self,
        executor: Any,
        slots: int,
        submit: Callable[..., Task] | None = None,
        close: Callable[[], None] | None = None,
    ) -> None:
        self.slots = slots
        self._executor = executor
        self._submit: Callable[..., Task] = submit or executor.submit
        self._close = close
        self._tasks: dict[int, tuple[Lease, Task]] = {}
        self._asked: set[int] = set()

    @property
    def running(self) -> Sequence[Lease]:
        """Return the submitted chunks."""
        return [lease for lease, _ in self._tasks.values()]

    @property
    def waiting(self) -> str:
        """Return an empty text, because the reason is not known."""
        return ""

    def warm_up(self) -> None:
        """Do nothing, because processes start on the machines of the tasks."""

    def start(self, leases: Sequence[Lease]) -> None:
        """Submit chunks."""
        for lease in leases:
            self._tasks[lease.chunk] = (lease, self._submit(solve, lease, shard_name(lease)))

    def wait(self, seconds: float) -> list[Report]:
        """Return the reports of finished tasks. If a task was lost with its worker, this does not count as a failed
        attempt of its chunk.
        """
        deadline = time.monotonic() + seconds
        while True:
            ended = [chunk for chunk, (_, task) in self._tasks.items() if self._has_ended(task)]
            if ended or time.monotonic() >= deadline:
                return [self._end(chunk) for chunk in ended]
            time.sleep(LOOK_SECONDS)

    def _end(self, chunk: int) -> Report:
        lease, task = self._tasks.pop(chunk)
        asked = chunk in self._asked
        self._asked.discard(chunk)
        try:
            report = self._result(task)
        except (Exception, CancelledError) as error:
            if asked:
                return Finish(lease, "", 0, cancelled=lease.count)
            words = _words(error)
            return Death(lease, 0, "lost", f"the engine lost the case ({words}).", by_itself=False)
        return report

    def _has_ended(self, task: Task) -> bool:
        return task.done()

    def _result(self, task: Task) -> Report:
        report: Report = task.result()
        return report

    def ask_to_stop(self, chunks: set[int]) -> None:
        """Cancel tasks that have not started, and request that running tasks end soon."""
        for chunk in (chunks & set(self._tasks)) - self._asked:
            self._asked.add(chunk)
            self._stop(*self._tasks[chunk])

    def drop(self, chunks: set[int]) -> None:
        """Stop the tasks of chunks, and ignore their results."""
        for chunk in chunks & set(self._tasks):
            lease, task = self._tasks.pop(chunk)
            if chunk not in self._asked:
                self._stop(lease, task)
            self._asked.discard(chunk)

    def _stop(self, lease: Lease, task: Task) -> None:
        with suppress(OSError):
            wish_to_stop(lease, shard_name(lease)).touch()
        task.cancel()

    def whereabouts(self) -> Sequence[tuple[Lease, Whereabouts]]:
        """Return no progress, because the progress is not known."""
        return []

    def close(self) -> None:
        """Cancel tasks that have not started, and release the executor."""
        self.drop(set(self._tasks))
        if self._close is not None:
            self._close()
        elif hasattr(self._executor, "shutdown"):
            self._executor.shutdown(wait=False, cancel_futures=True)
