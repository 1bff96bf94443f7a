"""The supervisor of studies. It leases chunks, passes them to an engine, renews the leases, and records the outcomes.
It never solves cases itself.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rbsolve.store import leases, records
from rbsolve.store.database import Database
from rbsolve.store.errors import StoreError
from rbsolve.store.leases import LEASE_SECONDS, MOST_ATTEMPTS, Failure, Finish, Lease
from rbsolve.store.records import StudyRecord
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.disk.owners import own_name
from rbsolve.studies.engines.engine import Engine
from rbsolve.studies.running.process import Death, Report, Trouble

CHUNK_SECONDS, LEAST_SECONDS = 6.0, 0.2
"""Normal target time of a chunk [s], and smallest target time for the last chunks [s]."""
FIRST_SECONDS, SHARE = 0.5, 0.1
"""At first, the target time of a chunk is a fraction of the study's elapsed time, with a minimum. So the first finished
cases appear early. The values are the minimum [s] and the fraction.
"""
MOST_FILES = 1500
"""Approximate largest number of chunks of one study. A large study therefore has no small chunks."""
GROWTH = 8
STOP_SECONDS = 5.0
"""Time in which a case must stop after a request [s]."""
_LOOK_SECONDS = 0.5
_IDLE_SECONDS = 0.05
"""Time after which a worker of a service looks for work again [s]."""


class Supervisor:
    """Works on one study, or, if `study` is empty, on all studies of a store. The work ends after the last case, or
    after a stop request.
    """

    def __init__(
        self,
        database: Database,
        engine: Engine,
        study: str = "",
        *,
        seconds: float = LEASE_SECONDS,
        stop: Callable[[], bool] = lambda: False,
        watch: Callable[[Supervisor], None] = lambda supervisor: None,
        home: Path | None = None,
        folder: Path | None = None,
    ) -> None:
        """`home` is the root of relative folders in the store.

        `folder` is the study's current folder. Studies can be moved, and have different paths on other machines.
        """
        self._home, self._folder = home, folder
        self.database, self.engine, self.study = database, engine, study
        self.owner = own_name()
        self.record: StudyRecord | None = None
        self.trouble = ""
        self.stopped_by_failure = False
        self._seconds, self._stop, self._watch = seconds, stop, watch
        self._known: set[str] = set()
        self._began: dict[str, float] = {}
        self._served: dict[str, int] = {}
        self._sizes: defaultdict[str, int] = defaultdict(lambda: 1)
        self._least: defaultdict[str, int] = defaultdict(lambda: 1)
        self._next_beat = self._next_look = 0.0
        self._nothing_until = 0.0
        self._stopping: dict[int, float] = {}

    def run(self) -> None:
        """Work until the study has ended, `stop()` is true, or files cannot be written. In the last case, `trouble`
        contains the reason.
        """
        try:
            while not self._stop() and not self.trouble and not self.stopped_by_failure:
                self._look()
                if self.study and (self.record is None or self.record.ended):
                    break
                self._claim()
                self._take(self.engine.wait(_LOOK_SECONDS if self.study else _IDLE_SECONDS))
                self._beat()
                self._watch(self)
        finally:
            left = list(self.engine.running)
            self.engine.close()
            with suppress(StoreError):
                leases.release(self.database, left)
        self._look(now=True)
        self._watch(self)

    def _look(self, now: bool = False) -> None:
        """Read the status of the study."""
        if self.study and (now or time.monotonic() >= self._next_look):
            self._next_look = time.monotonic() + _LOOK_SECONDS
            self.record = records.find(self.database, self.study)

    def _claim(self) -> None:
        free = self.engine.slots - len(self.engine.running)
        if free <= 0 or time.monotonic() < self._nothing_until:
            return
        found = leases.claim(
            self.database, self.owner, free, self._size, self.study, self._seconds, self._known, self._served
        )
        self._known.update(lease.study for lease in found)
        for lease in found:
            self._began.setdefault(lease.study, time.monotonic())
        found = [replace(lease, folder=self._place(lease)) for lease in found]
        if not found:
            self._nothing_until = time.monotonic() + (_LOOK_SECONDS if self.study else _IDLE_SECONDS)
        hopeless = [lease for lease in found if lease.attempts >= MOST_ATTEMPTS and lease.count == 1]
        for lease in hopeless:
            known = records.find(self.database, lease.study)
            why = f": {known.message}" if known is not None and known.message else ""
            self._fail(lease, "lost", f"the case failed after {lease.attempts} attempts{why}")
        self.engine.start([lease for lease in found if lease not in hopeless])

    def _place(self, lease: Lease) -> str:
        """Return the folder of a leased study, as seen by this process."""
        return str(self._folder or (self._home or Path()) / lease.folder)

    def _size(self, lease: Lease) -> int:
        """Return the number of cases for the next chunk, which should take some seconds. Towards the end of the study,
        the number decreases. So all cores end at about the same time.
        """
        known = self.record is not None and self.record.id == lease.study
        whole, pending = (
            (self.record.cases, self.record.pending) if known and self.record else (lease.count, lease.count)
        )
        fair = -(-pending // (2 * self.engine.slots)) if self.engine.slots > 1 else pending
        return max(-(-whole // MOST_FILES), min(self._sizes[lease.study], max(fair, self._least[lease.study])))

    def _take(self, reports: Iterable[Report]) -> None:
        finished = []
        for report in reports:
            if isinstance(report, Finish):
                finished.append(report)
                self._learn(report)
            elif isinstance(report, Death):
                self._mourn(report)
            else:
                self._give_up(report)
        if finished:
            for lost in leases.finish(self.database, finished):
                (Path(lost.lease.folder) / "shards" / lost.shard).unlink(missing_ok=True)
            self._next_look = 0.0
            if any(end.failures and self._stops_at_failure(end.lease) for end in finished):
                self.stopped_by_failure = True

    def _learn(self, end: Finish) -> None:
        """Adapt the size of chunks to the current target time. The size of the last chunks approaches LEAST_SECONDS."""
        count, most = end.lease.count, GROWTH * end.lease.count
        taken = time.monotonic() - self._began.get(end.lease.study, 0.0)
        usual = min(CHUNK_SECONDS, max(FIRST_SECONDS, SHARE * taken))
        for sizes, seconds in ((self._sizes, usual), (self._least, LEAST_SECONDS)):
            sizes[end.lease.study] = max(1, min(int(count * seconds / max(end.seconds, 1e-3)), most))

    def _mourn(self, death: Death) -> None:
        """Handle the death of a solver.

        The case that the solver was working on gets a chunk of its own, and is tried again. If it was already alone and
        is likely to cause the death again, it has failed.
        """
        lease = death.lease
        if lease.count > 1:
            at = death.position
            leases.split(
                self.database, lease, [lease.cases[:at], lease.cases[at : at + 1], lease.cases[at + 1 :]], tried=at
            )
        elif death.by_itself or lease.attempts + 1 >= MOST_ATTEMPTS:
            self._fail(lease, death.reason, death.message)
        else:
            leases.release(self.database, [lease], attempts=1)

    def _fail(self, lease: Lease, reason: str, message: str) -> None:
        failures = tuple(Failure(number, reason, message) for number in lease.cases.tolist())
        leases.finish(self.database, [Finish(lease, "", 0, failures)])
        if self._stops_at_failure(lease):
            self.stopped_by_failure = True

    def _give_up(self, trouble: Trouble) -> None:
        """Record that files cannot be read or written. Finished work is safe. The remaining cases wait until the disk
        has space.
        """
        leases.release(self.database, [trouble.lease], attempts=0 if self.study else 1)
        if self.study:  # a worker for several studies continues with its other studies
            self.trouble = trouble.message
        records.say(self.database, trouble.lease.study, trouble.message)

    def _stops_at_failure(self, lease: Lease) -> bool:
        return bool(self.study) and StudyFolder(Path(lease.folder)).manifest.on_failure == "stop"

    def _beat(self) -> None:
        """Renew the leases. Abandon chunks whose lease was lost or whose study is cancelled."""
        now = time.monotonic()
        running = list(self.engine.running)
        if not running or now < self._next_beat:
            return
        self._next_beat = now + min(1.0, self._seconds / 4.0)
        held, cancelled = leases.beat(self.database, self.owner, self._seconds)
        lost = {lease.chunk for lease in running if (lease.chunk, lease.epoch) not in held}
        self.engine.ask_to_stop(cancelled)
        for chunk in cancelled:
            self._stopping.setdefault(chunk, now + STOP_SECONDS)
        self._stopping = {chunk: until for chunk, until in self._stopping.items() if chunk in cancelled}
        deaf = {chunk for chunk, until in self._stopping.items() if until <= now}
        self.engine.drop(lost | deaf)
        ends = [Finish(lease, "", 0, cancelled=lease.count) for lease in running if lease.chunk in deaf]
        if ends:
            leases.finish(self.database, ends)
            self._next_look = 0.0
