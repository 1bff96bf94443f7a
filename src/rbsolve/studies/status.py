"""Finds the status of a study: its state, its counts, the reasons for failures, and the next command. Also finds
whether a process works on it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rbsolve.store import records
from rbsolve.studies.disk.opening import record_of
from rbsolve.studies.disk.owners import is_gone

if TYPE_CHECKING:
    from rbsolve.store.database import Database
    from rbsolve.store.records import StudyRecord
    from rbsolve.studies.disk.folder import StudyFolder

INTERRUPTED = "interrupted"
AT_WORK = ("queued", "running", "cancelling")
"""States that may change without a command."""
LOOKS, SECONDS_BETWEEN_LOOKS = 4, 0.15
"""Number of checks, and seconds between them, before a study counts as interrupted. Between two chunks, a supervisor
has no leases.
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for failures: a word, the number of failed cases, and the message of one case."""

    reason: str
    cases: int
    example: str


@dataclass(frozen=True, slots=True)
class FailedCase:
    """One failed case with its parameters. In a batch, it also has its deck."""

    case: int
    reason: str
    message: str
    parameters: dict[str, float | list[float]]
    deck: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The status of a study. Times are in seconds, and `rate` is in cases per second. Both are None if no process works
    on the study.
    """

    study: str
    state: str
    """`queued`, `running`, `cancelling`, `interrupted` (no process works on it), `complete`, `failed` (some cases) or
    `cancelled`.
    """
    message: str
    cases: int
    done: int
    failed: int
    cancelled: int
    running: int
    pending: int
    rate: float | None
    elapsed: float
    time_left: float | None
    solver_seconds: float
    reasons: tuple[Reason, ...]
    failed_cases: tuple[int, ...]
    """The numbers of the failed cases."""
    collected: bool
    """Whether study.h5 contains all finished cases. A batch needs no such file."""

    @property
    def is_at_work(self) -> bool:
        """Return whether the status can change without a command."""
        return self.state in AT_WORK

    @property
    def advice(self) -> str:
        """Return the recommended next command, or an empty text without a recommendation."""
        if self.state == INTERRUPTED:
            return f"no process works on it: `rbsolve resume {self.study}` continues"
        if not self.is_at_work and not self.collected:
            return f"study.h5 is not up to date: `rbsolve collect {self.study}` updates it"
        return ""


def status_of(folder: StudyFolder, database: Database) -> Standing:
    """Return the status of a study. Raise NotAStudyError if the store does not contain the study."""
    record, running = record_of(database, folder), 0
    for look in range(LOOKS):
        running = _cases_at_work(database, record.id)
        if running or record.ended:
            break
        if look:
            record = record_of(database, folder)
        time.sleep(SECONDS_BETWEEN_LOOKS if look < LOOKS - 1 else 0.0)
    rate = record.rate if running or record.ended else None
    return Standing(
        study=str(folder.path),
        state=_state(record, running),
        message=record.message,
        cases=record.cases,
        done=record.done,
        failed=record.failed,
        cancelled=record.cancelled,
        running=running,
        pending=max(0, record.pending - running),
        rate=rate,
        elapsed=(record.finished or record.now) - (record.started or record.now),
        time_left=record.pending / rate if rate and not record.ended else None,
        solver_seconds=record.seconds,
        reasons=tuple(Reason(*found) for found in records.reasons(database, record.id)),
        failed_cases=tuple(failure.number for failure in records.failures(database, record.id))
        if record.failed
        else (),
        collected=_is_collected(folder, record),
    )


def _state(record: StudyRecord, running: int) -> str:
    if record.ended:
        return record.state
    if not running:
        return INTERRUPTED
    return "cancelling" if record.cancel_requested else record.state


def _cases_at_work(database: Database, identity: str) -> int:
    """Return the number of cases being solved now. Leases of ended processes of this machine do not count."""
    return sum(cases for owner, cases in records.holders(database, identity) if not is_gone(owner))


def _is_collected(folder: StudyFolder, record: StudyRecord) -> bool:
    if folder.manifest.kind != "study":
        return True
    try:
        made = folder.collected.stat().st_mtime
    except OSError:
        return False
    # The clock of the database server may differ from the clock of the folder's file system.
    return folder.manifest.store is not None or record.finished is None or made >= record.finished - 1.0


def failed_cases(folder: StudyFolder, database: Database, reasons: Sequence[str] = ()) -> list[FailedCase]:
    """Return the failed cases in order. If reasons are given, return only cases that failed for one of them."""
    manifest, table = folder.manifest, folder.table
    found = []
    for failure in records.failures(database, manifest.id):
        if reasons and failure.reason not in reasons:
            continue
        given = {name: list(v) if isinstance(v, tuple) else v for name, v in table.case(failure.number).items()}
        deck = manifest.decks[failure.number] if manifest.kind == "batch" else None
        found.append(FailedCase(failure.number, failure.reason, failure.message, given, deck))
    return found
