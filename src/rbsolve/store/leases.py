"""Manages the leases of chunks. A lease records who solves the cases of a chunk, when it expires, and the outcome.

A chunk is leased to an owner until a time of the database's clock. The epoch of a chunk grows with every lease. Every
later write contains the epoch in its WHERE clause, so a former owner cannot change the chunk. If a lease has expired,
the next claim takes the chunk over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.store.database import Database, Row, Session

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEASE_SECONDS = 30.0
MOST_ATTEMPTS = 4
"""If the lease of a single case has expired this number of times, the case itself counts as the cause."""

_CLAIM = """
UPDATE chunk SET
    owner = :owner, epoch = epoch + 1, expires = $now + :seconds,
    attempts = attempts + CASE state WHEN 'leased' THEN 1 ELSE 0 END, state = 'leased'
WHERE id IN (
    SELECT id FROM chunk
    WHERE (:study = '' OR study_id = :study) AND (state = 'pending' OR (state = 'leased' AND expires < $now))
        AND NOT EXISTS (SELECT 1 FROM study WHERE study.id = chunk.study_id AND study.cancel_requested = 1)
    ORDER BY id LIMIT :most $skip_locked)
RETURNING id, study_id, first, count, members, epoch, attempts"""
_CLAIM_OF = _CLAIM.replace(
    "(:study = '' OR study_id = :study)", "study_id IN (SELECT id FROM study WHERE account = :account)"
)
_WAITING = """
SELECT DISTINCT account FROM study
WHERE state IN ('queued', 'running') AND cancel_requested = 0 AND EXISTS (
    SELECT 1 FROM chunk WHERE study_id = study.id AND (state = 'pending' OR (state = 'leased' AND expires < $now)))"""
_BUSY = """
SELECT study.account, count(*) FROM chunk JOIN study ON study.id = chunk.study_id
WHERE chunk.state = 'leased' AND chunk.expires >= $now GROUP BY study.account"""
_SHORTEN = "UPDATE chunk SET count = :count, members = :members WHERE id = :id"
_ADD = """
INSERT INTO chunk (study_id, first, count, members, state, owner, epoch, attempts, expires, shard)
SELECT :study, :first, :count, :members, :state, :owner, :epoch, :attempts, $now + :seconds, :shard RETURNING id"""
_PAUSED = """
UPDATE study SET resumed = NULL WHERE id $any(:ids) AND NOT EXISTS (
    SELECT 1 FROM chunk
    WHERE study_id = study.id AND state = 'leased' AND expires >= $now AND owner <> :owner)"""
_START = """
UPDATE study SET state = 'running', started = coalesce(started, $now),
    ended_before = CASE WHEN resumed IS NULL THEN done + failed ELSE ended_before END, resumed = coalesce(resumed, $now)
WHERE id $any(:ids) AND (state = 'queued' OR resumed IS NULL)"""
_FOLDERS = "SELECT id, folder, kind, account FROM study WHERE id $any(:ids)"
_BEAT = """
UPDATE chunk SET expires = $now + :seconds WHERE owner = :owner AND state = 'leased' RETURNING id, epoch"""
_CANCELLED = """
SELECT chunk.id FROM chunk JOIN study ON study.id = chunk.study_id
WHERE chunk.owner = :owner AND chunk.state = 'leased' AND study.cancel_requested = 1"""
_FINISH = """
UPDATE chunk SET state = :state, shard = :shard, owner = '' WHERE id = :id AND epoch = :epoch AND state = 'leased'"""
_FINISHED_SO = """
SELECT 1 FROM chunk WHERE id = :id AND epoch = :epoch AND state = :state AND shard = :shard"""
_COUNT = """
UPDATE study SET done = done + :done, failed = failed + :failed, cancelled = cancelled + :cancelled,
    seconds = seconds + :seconds WHERE id = :study"""
END = """
UPDATE study SET finished = $now,
    state = CASE WHEN cancelled > 0 THEN 'cancelled' WHEN failed > 0 THEN 'failed' ELSE 'complete' END
WHERE id = :study AND done + failed + cancelled >= cases AND state IN ('queued', 'running')"""
_FAILURE = """
INSERT INTO failure (study_id, number, reason, message) VALUES (:study, :number, :reason, :message)
ON CONFLICT (study_id, number) DO UPDATE SET reason = excluded.reason, message = excluded.message"""
_REASON = """
INSERT INTO reason (study_id, reason, count, example) VALUES (:study, :reason, :count, :example)
ON CONFLICT (study_id, reason) DO UPDATE SET count = reason.count + excluded.count"""
_SAY = "UPDATE study SET message = :message WHERE id = :study"
_RELEASE = """
UPDATE chunk SET state = 'pending', owner = '', attempts = attempts + :attempts WHERE id = :id AND epoch = :epoch AND state = 'leased'"""
_DESERTED = """
UPDATE chunk SET state = 'pending', owner = '' WHERE owner $any(:owners) AND state = 'leased'"""
_CANCEL_WAITING = """
UPDATE chunk SET state = 'cancelled', epoch = epoch + 1, owner = ''
WHERE study_id = :study AND (state = 'pending' OR (state = 'leased' AND expires < $now))
    AND EXISTS (SELECT 1 FROM study WHERE study.id = :study AND study.cancel_requested = 1)
RETURNING count"""
_COUNT_CANCELLED = "UPDATE study SET cancelled = cancelled + :count WHERE id = :study"
_OWNERS = "SELECT DISTINCT owner FROM chunk WHERE state = 'leased'"


@dataclass(frozen=True, slots=True)
class Lease:
    """Some cases of a study, leased to an owner."""

    chunk: int
    epoch: int
    study: str
    folder: str
    kind: str
    account: str
    first: int
    count: int
    members: bytes | None
    attempts: int
    """Number of earlier leases of these cases that expired."""

    @property
    def cases(self) -> NDArray[np.int64]:
        """Return the numbers of the cases (count,)."""
        return case_numbers(self.first, self.count, self.members)


def case_numbers(first: int, count: int, members: bytes | None) -> NDArray[np.int64]:
    """Return the cases of a chunk. They are the cases in `members`, or `count` cases starting at `first`."""
    import numpy as np  # imported only here, because requests for a status do not need it

    return np.arange(first, first + count) if members is None else np.frombuffer(members, dtype="<i8")


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed case. `reason` is a category (a single word), and `message` is a sentence about the case."""

    number: int
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The outcome of a lease. `done` and `failed` count cases. `shard` is the name of the file with their rows."""

    lease: Lease
    shard: str
    done: int
    failures: tuple[Failure, ...] = ()
    cancelled: int = 0
    seconds: float = 0.0


def claim(
    database: Database,
    owner: str,
    most: int,
    cases: int | Callable[[Lease], int],
    study: str = "",
    seconds: float = LEASE_SECONDS,
    known: Set[str] = frozenset(),
    served: MutableMapping[str, int] | None = None,
) -> list[Lease]:
    """Lease at most `most` chunks of at most `cases` cases each. The chunks belong to a single study, or without a name
    to any study.

    `cases` may be a function that returns this number for a chunk, or for the rest of a chunk after pieces have been
    cut off. `known` contains the studies that this owner already works on. If a leased chunk belongs to any other
    study, and this study had no leases, the present time is recorded as the start of work on it.

    If chunks of several accounts wait, each account gets its share. The account with the fewest running chunks is next.
    Of several such accounts, the account that was served longest ago is next. Its oldest chunk is leased. `served`
    contains the time at which each account was last served.

    Chunks with more cases are cut. After `k` expired leases, a piece is at most the `2^k`-th part of the chunk. So a
    case that kills its supervisor is alone in its chunk in the end.
    """

    def work(session: Session) -> list[Lease]:
        turns = {} if served is None else served
        accounts = [] if study else [str(row[0]) for row in session.rows(_WAITING)]
        if len(accounts) < 2:
            found = session.rows(_CLAIM, owner=owner, seconds=seconds, study=study, most=most)
        else:
            found = _share_out(session, accounts, turns, most, {"owner": owner, "seconds": seconds})
        if not found:
            return []
        studies = sorted({str(row[1]) for row in found})
        if fresh := [name for name in studies if name not in known]:
            session.run(_PAUSED, ids=fresh, owner=owner)
        session.run(_START, ids=studies)
        about = {row[0]: (row[1], row[2], row[3]) for row in session.rows(_FOLDERS, ids=studies)}
        if len(accounts) == 1:
            turns[accounts[0]] = 1 + max(turns.values(), default=0)
        leases: list[Lease] = []
        for index, row in enumerate(sorted(found, key=lambda row: int(row[0]))):
            number, name, first, count, members, epoch, attempts = row
            blob = None if members is None else bytes(members)
            lease = Lease(number, epoch, name, *about[name], first, count, blob, attempts)
            allowed = most - (len(found) - index - 1) - len(leases)
            leases += _cut(session, lease, cases, max(1, allowed), owner, seconds)
        return leases

    return database.transaction(work)


def _share_out(
    session: Session, accounts: list[str], turns: MutableMapping[str, int], most: int, values: Mapping[str, Any]
) -> list[Row]:
    """Lease chunks in an order in which accounts alternate."""
    busy = {str(account): int(count) for account, count in session.rows(_BUSY)}
    found: list[Row] = []
    while accounts and len(found) < most:
        account = min(accounts, key=lambda name: (busy.get(name, 0), turns.get(name, 0)))
        rows = session.rows(_CLAIM_OF, account=account, most=1, **values)
        if rows:
            found += rows
            busy[account] = busy.get(account, 0) + 1
            turns[account] = 1 + max(turns.values(), default=0)
        else:
            accounts.remove(account)
    return found


def _cut(
    session: Session,
    lease: Lease,
    cases: int | Callable[[Lease], int],
    most: int,
    owner: str,
    seconds: float,
) -> list[Lease]:
    """Cut at most `most` pieces from the start of a chunk. The remaining cases are pending again."""
    longest = max(1, lease.count >> lease.attempts)
    pieces: list[Lease] = []
    left: Lease | None = lease
    while left is not None and len(pieces) < most:
        size = min(longest, cases if isinstance(cases, int) else cases(left))
        piece, left = _halves(left, max(1, size))
        if pieces:
            piece = replace(piece, chunk=_add(session, piece, piece.cases, "leased", owner, seconds))
        elif left is not None:
            session.run(_SHORTEN, count=piece.count, members=piece.members, id=piece.chunk)
        pieces.append(piece)
    if left is not None:
        _add(session, left, left.cases, "pending", "", 0.0)
    return pieces


def _halves(lease: Lease, size: int) -> tuple[Lease, Lease | None]:
    """Return the first cases of a lease and the remaining cases, if any."""
    if lease.count <= size:
        return lease, None
    return _some(lease, lease.cases[:size]), _some(lease, lease.cases[size:])


def _some(lease: Lease, cases: NDArray[np.int64]) -> Lease:
    members = None if lease.members is None else cases.astype("<i8").tobytes()
    return replace(lease, first=int(cases[0]), count=len(cases), members=members)


def _add(session: Session, lease: Lease, cases: NDArray[np.int64], state: str, owner: str, seconds: float) -> int:
    members = cases if lease.members is not None else None
    held = ChunkState(state, owner, lease.epoch, lease.attempts, seconds)
    return add_chunk(session, lease.study, members, int(cases[0]), len(cases), held)


class ChunkState(NamedTuple):
    """The status of a chunk, with its owner, the remaining time [s], and the number of its leases. A finished chunk
    also has its shard.
    """

    state: str = "pending"
    owner: str = ""
    epoch: int = 0
    attempts: int = 0
    seconds: float = 0.0
    shard: str = ""


PENDING = ChunkState()


def add_chunk(
    session: Session, study: str, members: NDArray[np.int64] | None, first: int, count: int, held: ChunkState = PENDING
) -> int:
    """Add a chunk of the cases `members`, or of `count` cases starting at `first`, and return its number."""
    blob = None if members is None else members.astype("<i8").tobytes()
    rows = session.rows(_ADD, study=study, first=first, count=count, members=blob, **held._asdict())
    return int(rows[0][0])


def beat(database: Database, owner: str, seconds: float = LEASE_SECONDS) -> tuple[set[tuple[int, int]], set[int]]:
    """Renew all leases of an owner. Return the pairs (chunk, epoch) of the leases that the owner still has. Also return
    the chunks that must be cancelled.
    """

    def work(session: Session) -> tuple[set[tuple[int, int]], set[int]]:
        held = {(int(row[0]), int(row[1])) for row in session.rows(_BEAT, owner=owner, seconds=seconds)}
        cancelled = {int(row[0]) for row in session.rows(_CANCELLED, owner=owner)} if held else set()
        return held, cancelled

    return database.transaction(work)


def finish(database: Database, ends: Sequence[Finish]) -> list[Finish]:
    """Record outcomes of leases. Return the lost leases, whose results must be dropped."""

    def work(session: Session) -> list[Finish]:
        lost = [end for end in ends if not _finish_one(session, end)]
        for study in sorted({end.lease.study for end in ends}):
            session.run(END, study=study)
        return lost

    return database.transaction(work)


def _finish_one(session: Session, end: Finish) -> bool:
    lease, study = end.lease, end.lease.study
    state = "cancelled" if end.cancelled and not end.shard else "done"
    where = {"id": lease.chunk, "epoch": lease.epoch, "state": state, "shard": end.shard}
    if session.run(_FINISH, **where) == 0:
        # The server failed between the commit and its answer. So this outcome is already recorded.
        return bool(session.rows(_FINISHED_SO, **where))
    counts = {"done": end.done, "failed": len(end.failures), "cancelled": end.cancelled}
    session.run(_COUNT, study=study, seconds=end.seconds, **counts)
    record_failures(session, study, end.failures)
    if lease.kind == "job" and end.failures:
        session.run(_SAY, study=study, message=end.failures[0].message)
    return True


def record_failures(session: Session, study: str, failures: Sequence[Failure]) -> None:
    """Record the failed cases, and the number of cases for each reason."""
    if not failures:
        return
    sets = [{"study": study, "number": f.number, "reason": f.reason, "message": f.message} for f in failures]
    session.run_many(_FAILURE, sets)
    for reason in sorted({failure.reason for failure in failures}):
        same = [failure for failure in failures if failure.reason == reason]
        session.run(_REASON, study=study, reason=reason, count=len(same), example=same[0].message)


def release(database: Database, leases: Sequence[Lease], attempts: int = 0) -> None:
    """Release leases. Their cases are pending again, with `attempts` more failed attempts."""

    def work(session: Session) -> None:
        for lease in leases:
            session.run(_RELEASE, id=lease.chunk, epoch=lease.epoch, attempts=attempts)
        for study in sorted({lease.study for lease in leases}):
            cancel_waiting(session, study)

    database.transaction(work)


def split(database: Database, lease: Lease, parts: Sequence[NDArray[np.int64]], tried: int = -1) -> bool:
    """Replace a leased chunk by smaller chunks. Return False if the lease was lost.

    For the chunk that starts at position `tried`, one more attempt is counted.
    """

    def work(session: Session) -> bool:
        if session.run(_FINISH, id=lease.chunk, epoch=lease.epoch, state="split", shard="") == 0:
            return False
        for part in parts:
            if len(part):
                again = int(
                    tried >= 0 and part[0] == lease.cases[tried]
                )  # databases would store a number of numpy as bytes
                _add(session, replace(lease, attempts=lease.attempts + again), part, "pending", "", 0.0)
        cancel_waiting(session, lease.study)
        return True

    return database.transaction(work)


def cancel_waiting(session: Session, study: str) -> None:
    """Withdraw waiting or returned chunks of a study whose cancellation was requested."""
    count = sum(int(row[0]) for row in session.rows(_CANCEL_WAITING, study=study))
    if count:
        session.run(_COUNT_CANCELLED, study=study, count=count)
    session.run(END, study=study)


def owners(database: Database) -> list[str]:
    """Return all holders of leases."""
    return [str(row[0]) for row in database.read(lambda session: session.rows(_OWNERS))]


def release_deserted(database: Database, gone: list[str]) -> int:
    """Release the leases of owners that have ended. Return the number of these leases."""
    return database.transaction(lambda session: session.run(_DESERTED, owners=gone)) if gone else 0
