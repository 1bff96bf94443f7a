"""Stores studies and their records. The functions submit, count, cancel, resume and retry."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from rbsolve.store.database import Database, Session
from rbsolve.store.leases import END, ChunkState, Failure, add_chunk, cancel_waiting, case_numbers, record_failures

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMNS = (
    "id, kind, name, account, folder, state, message, cases, done, failed, cancelled, seconds, cancel_requested, "
    "created, started, finished, resumed, ended_before"
)
INSERT = f"""
INSERT INTO study ({COLUMNS})
SELECT :id, :kind, :name, :account, :folder, 'queued', '', :cases, :done, :failed, 0, 0, 0, $now, NULL, NULL, NULL, 0"""
_STUDY = f"SELECT {COLUMNS}, $now FROM study WHERE id = :id"
_RUNNING = "SELECT coalesce(sum(count), 0) FROM chunk WHERE study_id = :id AND state = 'leased' AND expires >= $now"
_HOLDERS = """
SELECT owner, sum(count) FROM chunk WHERE study_id = :id AND state = 'leased' AND expires >= $now GROUP BY owner ORDER BY owner"""
_REASONS = "SELECT reason, count, example FROM reason WHERE study_id = :id AND count > 0 ORDER BY count DESC, reason"
_FAILURES = "SELECT number, reason, message FROM failure WHERE study_id = :id ORDER BY number"
_FAILURE = "SELECT number, reason, message FROM failure WHERE study_id = :id AND number = :number"
_DONE_CHUNKS = """
SELECT id, epoch, first, count, members, shard FROM chunk
WHERE study_id = :id AND state = 'done' AND shard <> '' ORDER BY id"""
_CHUNK_STATES = "SELECT id, epoch, state, shard FROM chunk WHERE study_id = :id"
_REQUEST_CANCEL = """
UPDATE study SET cancel_requested = 1, message = :message WHERE id = :id AND state IN ('queued', 'running')"""
_UNCANCEL_CHUNKS = "UPDATE chunk SET state = 'pending' WHERE study_id = :id AND state = 'cancelled'"
_CANCELLED_CASES = "SELECT coalesce(sum(count), 0) FROM chunk WHERE study_id = :id AND state = 'cancelled'"
_UNCANCEL = """
UPDATE study SET cancel_requested = 0, cancelled = 0, finished = NULL, resumed = NULL, message = '', state = 'running'
WHERE id = :id AND (cancel_requested = 1 OR cancelled > 0)"""
_FORGET_FAILURE = "DELETE FROM failure WHERE study_id = :study AND number = :number"
_FORGET_REASON = "UPDATE reason SET count = count - :count WHERE study_id = :study AND reason = :reason"
_AGAIN = """
UPDATE study SET failed = failed - :failed, done = done - :done, state = 'running', finished = NULL, resumed = NULL, message = ''
WHERE id = :id"""
_GROW = """
UPDATE study SET cases = :cases, finished = NULL, resumed = NULL, message = '',
    state = CASE WHEN started IS NULL THEN 'queued' ELSE 'running' END WHERE id = :id"""
_LOSE_SHARD = "UPDATE chunk SET shard = '' WHERE id = :id"
_HOLD = "UPDATE chunk SET state = 'leased' WHERE id = :id AND epoch = :epoch AND state = 'pending'"
_SAY = "UPDATE study SET message = :message WHERE id = :id"
_FORGET = ("DELETE FROM chunk WHERE study_id = :id", "DELETE FROM failure WHERE study_id = :id")
_FORGET_STUDY = ("DELETE FROM reason WHERE study_id = :id", "DELETE FROM study WHERE id = :id")


@dataclass(frozen=True, slots=True)
class StudyRecord:
    """The record of a study in the store. Times are seconds since 1970 of the database's clock."""

    id: str
    kind: str
    name: str
    account: str
    folder: str
    state: str
    message: str
    cases: int
    done: int
    failed: int
    cancelled: int
    seconds: float
    cancel_requested: int
    created: float
    started: float | None
    finished: float | None
    resumed: float | None
    ended_before: int
    now: float

    @property
    def pending(self) -> int:
        """Return the number of cases that are neither done nor failed nor cancelled."""
        return self.cases - self.done - self.failed - self.cancelled

    @property
    def rate(self) -> float | None:
        """Return the ended cases per second since work on the study last started, or None before the first case has
        ended. Pauses are excluded.
        """
        if self.resumed is None:
            return None
        cases, seconds = self.done + self.failed - self.ended_before, (self.finished or self.now) - self.resumed
        return cases / seconds if cases > 0 and seconds > 0.0 else None

    @property
    def ended(self) -> bool:
        """Return whether all cases have ended."""
        return self.state in ("complete", "failed", "cancelled")


@dataclass(frozen=True, slots=True)
class DoneChunk:
    """A chunk with rows in a shard."""

    id: int
    epoch: int
    first: int
    count: int
    members: bytes | None
    shard: str

    @property
    def cases(self) -> NDArray[np.int64]:
        """Return the numbers of its cases."""
        return case_numbers(self.first, self.count, self.members)


def new_id() -> str:
    """Return an unguessable name for a study."""
    return secrets.token_hex(10)


def submit(
    database: Database,
    *,
    name: str,
    folder: str,
    cases: int,
    kind: str = "study",
    account: str = "",
    identity: str | None = None,
) -> str:
    """Add a study with all cases pending, and return its id."""
    identity = identity or new_id()

    def work(session: Session) -> None:
        values = {"kind": kind, "name": name, "account": account, "folder": folder, "cases": cases}
        session.run(INSERT, id=identity, done=0, failed=0, **values)
        if cases:
            add_chunk(session, identity, None, 0, cases)

    database.transaction(work)
    return identity


def submit_remaining(
    database: Database,
    *,
    identity: str,
    name: str,
    folder: str,
    cases: int,
    finished: Sequence[tuple[str, DoneCases]],
    epoch: int = 0,
) -> None:
    """Add a study some of whose cases are already in shards. Each item of `finished` is the name of a shard, and the
    cases in it.

    Leases of the remaining cases have epochs above `epoch`. This prevents overwritten shards, because the name of a
    shard contains chunk and epoch.
    """

    import numpy as np

    def work(session: Session) -> None:
        left = np.ones(cases, dtype=bool)
        failures: list[Failure] = []
        for _, found in finished:
            left[found.cases] = False
            failures += found.failures
        done = int(cases - left.sum()) - len(failures)
        values = {"kind": "study", "name": name, "account": "", "folder": folder, "cases": cases}
        session.run(INSERT, id=identity, done=done, failed=len(failures), **values)
        for shard, found in finished:
            held = ChunkState("done", epoch=1, shard=shard)
            add_chunk(session, identity, found.cases, int(found.cases[0]), len(found.cases), held)
        record_failures(session, identity, failures)
        for start, stop in _runs(left):
            add_chunk(session, identity, None, start, stop - start, ChunkState(epoch=epoch))
        session.run(END, study=identity)

    database.transaction(work)


@dataclass(frozen=True, slots=True)
class DoneCases:
    """Cases of a shard, and which of the cases failed."""

    cases: NDArray[np.int64]
    failures: tuple[Failure, ...]


def _runs(flags: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of true flags."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def find(database: Database, identity: str) -> StudyRecord | None:
    """Return the record of a study, or None if no study has this id."""
    rows = database.read(lambda session: session.rows(_STUDY, id=identity))
    return StudyRecord(*rows[0]) if rows else None


def running_cases(database: Database, identity: str) -> int:
    """Return the number of cases that are being solved."""
    return int(database.read(lambda session: session.rows(_RUNNING, id=identity))[0][0])


def holders(database: Database, identity: str) -> list[tuple[str, int]]:
    """Return all owners of leases of a study, each with the number of its cases."""
    rows = database.read(lambda session: session.rows(_HOLDERS, id=identity))
    return [(str(row[0]), int(row[1])) for row in rows]


def reasons(database: Database, identity: str) -> list[tuple[str, int, str]]:
    """Return the reasons for failures, each with a word, the number of cases, and the message of a single case."""
    rows = database.read(lambda session: session.rows(_REASONS, id=identity))
    return [(str(row[0]), int(row[1]), str(row[2])) for row in rows]


def failures(database: Database, identity: str) -> list[Failure]:
    """Return all failed cases in order."""
    return [Failure(*row) for row in database.read(lambda session: session.rows(_FAILURES, id=identity))]


def failure_of(database: Database, identity: str, number: int) -> Failure | None:
    """Return the reason why a case failed, or None if it did not fail."""
    rows = database.read(lambda session: session.rows(_FAILURE, id=identity, number=number))
    return Failure(*rows[0]) if rows else None


def done_chunks(database: Database, identity: str) -> list[DoneChunk]:
    """Return all chunks with a shard. If one chunk replaces another, it comes after the replaced chunk."""
    return database.read(lambda session: _done_chunks(session, identity))


def _done_chunks(session: Session, identity: str) -> list[DoneChunk]:
    rows = session.rows(_DONE_CHUNKS, id=identity)
    return [DoneChunk(a, b, c, d, None if blob is None else bytes(blob), shard) for a, b, c, d, blob, shard in rows]


def chunk_states(database: Database, identity: str) -> dict[int, tuple[int, str, str]]:
    """Return epoch, state and shard of every chunk of a study."""
    rows = database.read(lambda session: session.rows(_CHUNK_STATES, id=identity))
    return {int(row[0]): (int(row[1]), str(row[2]), str(row[3])) for row in rows}


def cancel(database: Database, identity: str, message: str = "cancelled by the user") -> bool:
    """Request the end of a study. Waiting cases are cancelled at once, and running cases are cancelled by their
    supervisor.

    Return False if the study has ended.
    """

    def work(session: Session) -> bool:
        if session.run(_REQUEST_CANCEL, id=identity, message=message) == 0:
            return False
        cancel_waiting(session, identity)
        return True

    return database.transaction(work)


def go_on(database: Database, identity: str) -> int:
    """Undo a cancellation. Return the number of cases that are pending again."""

    def work(session: Session) -> int:
        count = int(session.rows(_CANCELLED_CASES, id=identity)[0][0])
        session.run(_UNCANCEL_CHUNKS, id=identity)
        session.run(_UNCANCEL, id=identity)
        return count

    return database.transaction(work)


def try_again(database: Database, identity: str, numbers: Sequence[int] | None = None) -> int:
    """Make failed cases pending again: all of them, or only the cases in `numbers`. Return the number of these cases."""

    import numpy as np

    def work(session: Session) -> int:
        failed = [Failure(*row) for row in session.rows(_FAILURES, id=identity)]
        if numbers is not None:
            wanted = set(numbers)
            failed = [failure for failure in failed if failure.number in wanted]
        _pending_again(session, identity, np.array([failure.number for failure in failed], dtype=np.int64), failed)
        return len(failed)

    return database.transaction(work)


def lose(database: Database, identity: str, lost: Sequence[DoneChunk]) -> int:
    """Make the cases of lost shards pending again. Return the number of these cases."""

    import numpy as np

    def work(session: Session) -> int:
        cases = int(session.rows(_STUDY, id=identity)[0][COLUMNS.split(", ").index("cases")])
        newest = np.full(cases, -1, dtype=np.int64)
        for chunk in _done_chunks(session, identity):
            newest[chunk.cases] = chunk.id
        numbers = np.flatnonzero(np.isin(newest, [chunk.id for chunk in lost]))
        for chunk in lost:
            session.run(_LOSE_SHARD, id=chunk.id)
        failed = [Failure(*row) for row in session.rows(_FAILURES, id=identity)]
        again = set(numbers.tolist())
        _pending_again(session, identity, numbers, [failure for failure in failed if failure.number in again])
        return len(numbers)

    return database.transaction(work)


def _pending_again(session: Session, identity: str, cases: NDArray[np.int64], failed: Sequence[Failure]) -> None:
    """Add a pending chunk with cases that had ended, and remove these cases from the counts. The `failed` cases are
    among them.
    """
    if not len(cases):
        return
    session.run_many(_FORGET_FAILURE, [{"study": identity, "number": failure.number} for failure in failed])
    for reason in {failure.reason for failure in failed}:
        count = sum(failure.reason == reason for failure in failed)
        session.run(_FORGET_REASON, study=identity, reason=reason, count=count)
    add_chunk(session, identity, cases, int(cases[0]), len(cases))
    session.run(_AGAIN, id=identity, failed=len(failed), done=len(cases) - len(failed))


def grow(database: Database, identity: str, cases: int) -> int:
    """Add pending cases to a study up to a total number. Return the number of added cases."""

    def work(session: Session) -> int:
        before = int(session.rows(_STUDY, id=identity)[0][COLUMNS.split(", ").index("cases")])
        if cases > before:
            add_chunk(session, identity, None, before, cases - before)
            session.run(_GROW, id=identity, cases=cases)
        return max(0, cases - before)

    return database.transaction(work)


def hold(database: Database, chunk: int, epoch: int) -> None:
    """Mark a pending chunk of a known epoch as leased, so that the results of its last owner can be recorded."""
    database.transaction(lambda session: session.run(_HOLD, id=chunk, epoch=epoch))


def say(database: Database, identity: str, message: str) -> None:
    """Store a sentence about a study, such as the reason why it stopped."""
    database.transaction(lambda session: session.run(_SAY, id=identity, message=message))


def forget(database: Database, identity: str) -> None:
    """Remove a study and all its rows."""

    def work(session: Session) -> None:
        for statement in (*_FORGET, *_FORGET_STUDY):
            session.run(statement, id=identity)

    database.transaction(work)


assert [field.name for field in fields(StudyRecord)] == [*COLUMNS.split(", "), "now"]
