"""Provides an engine on the cores of this machine, with one solver process per core."""

from __future__ import annotations

import select
import time
from collections.abc import Sequence

from rbsolve.store.leases import Lease
from rbsolve.studies.engines.engine import shard_name
from rbsolve.studies.running.compiling import CompilingProcess
from rbsolve.studies.running.nursery import Nursery
from rbsolve.studies.running.page import Whereabouts
from rbsolve.studies.running.process import Report, SolverProcess

LOOK_SECONDS = 0.1
KEEP_SECONDS = 2.0
"""Longest time for a process to save its case after a request to end [s]."""


class LocalEngine:
    """An engine that runs `slots` solver processes."""

    def __init__(self, slots: int, environment: dict[str, str] | None = None, confined: bool = False) -> None:
        """With `confined`, each job has a separate process, which can access only the job's folder."""
        self.slots = slots
        self._confined = confined
        # With a single process, forking it from a nursery saves no time.
        self._nursery = Nursery(environment) if slots > 1 or confined else None
        self._compiling = (
            CompilingProcess(environment) if confined else None
        )  # unconfined processes can store machine code themselves
        self._processes = [SolverProcess(environment, confined, self._nursery, self._compiling) for _ in range(slots)]

    def warm_up(self) -> None:
        """Start loading modules while the study is still being prepared."""
        if self._nursery is None or not self._nursery.start():
            for process in self._processes:
                process.start()

    @property
    def running(self) -> Sequence[Lease]:
        """Return the chunks that are being solved."""
        return [process.lease for process in self._processes if process.lease is not None]

    @property
    def waiting(self) -> str:
        """Return an empty text, because chunks never wait on this engine."""
        return ""

    def start(self, leases: Sequence[Lease]) -> None:
        """Assign a chunk to each idle process."""
        free = (process for process in self._processes if process.lease is None)
        for lease, process in zip(leases, free, strict=False):
            process.order(lease, shard_name(lease))

    def wait(self, seconds: float) -> list[Report]:
        """Wait for the first outcome or dead process. Return the outcomes, and the chunks of dead processes."""
        deadline = time.monotonic() + seconds
        while True:
            reports = [report for process in self._processes if (report := self._poll(process)) is not None]
            left = deadline - time.monotonic()
            if reports or left <= 0.0:
                return reports
            busy = [process.pipe for process in self._processes if process.lease is not None]
            if busy:  # the pipe of a dead process is also readable
                select.select(busy, [], [], min(left, LOOK_SECONDS))
            else:
                time.sleep(min(left, LOOK_SECONDS))

    def _poll(self, process: SolverProcess) -> Report | None:
        report = process.poll()
        if report is not None and self._confined and report.lease.kind == "job":
            process.stop()  # a new process contains no data of the previous job
            self.warm_up()
        return report

    def ask_to_stop(self, chunks: set[int]) -> None:
        """Send the request to the processes that solve these chunks."""
        for process in self._processes:
            if process.lease is not None and process.lease.chunk in chunks:
                process.ask_to_stop()

    def drop(self, chunks: set[int]) -> None:
        """Kill the processes that solve these chunks."""
        for process in self._processes:
            if process.lease is not None and process.lease.chunk in chunks:
                process.lease = None
                process.stop()

    def whereabouts(self) -> Sequence[tuple[Lease, Whereabouts]]:
        """Return the progress of each process."""
        found = [(process.lease, process.where()) for process in self._processes]
        return [(lease, where) for lease, where in found if lease is not None and where is not None]

    def close(self) -> None:
        """End all processes. A process with a running case first saves its progress, if this is quick."""
        deadline = time.monotonic() + KEEP_SECONDS
        busy = [process for process in self._processes if process.lease is not None]
        for process in busy:
            process.announce_end()
        for process in busy:
            process.wait(deadline - time.monotonic())
        for process in self._processes:
            process.lease = None
            process.stop()
        for helper in (self._nursery, self._compiling):
            if helper is not None:
                helper.close()
