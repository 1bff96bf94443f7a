"""Queries that only the service needs, such as lists by account, progress and usage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rbsolve.store.accounts import Account, keep_request, request_before
from rbsolve.store.database import Database, Session
from rbsolve.store.leases import add_chunk
from rbsolve.store.records import COLUMNS, INSERT, StudyRecord
from rbsolve.store.tags import put_tags

_PAGE = f"""
SELECT {COLUMNS}, $now FROM study
WHERE kind = :kind AND (:everyone = 1 OR account = :account) AND (:state = '' OR state = :state)
    AND (:tag = '' OR EXISTS (SELECT 1 FROM tag WHERE tag.study_id = study.id AND tag.word = :tag))
    AND (created < :before OR (created = :before AND id < :after))
ORDER BY created DESC, id DESC LIMIT :most"""
_OPEN = """
SELECT count(*), coalesce(sum(CASE state WHEN 'running' THEN 1 ELSE 0 END), 0), coalesce(sum(cases), 0) FROM study
WHERE account = :account AND state IN ('queued', 'running')"""
_SECONDS = "SELECT coalesce(sum(seconds), 0) FROM study WHERE account = :account AND created > $now - 86400"
_KEPT = """
SELECT id, kind, account, folder, finished, $now - coalesce(finished, $now) FROM study
WHERE kind <> 'deleted' AND (:everyone = 1 OR account = :account)"""
_COUNTS = "SELECT kind, state, count(*) FROM study WHERE kind <> 'deleted' GROUP BY kind, state ORDER BY kind, state"
_RETIRE = """
UPDATE study SET kind = 'deleted', name = '', message = ''
WHERE id = :id AND kind <> 'deleted' AND state IN ('complete', 'failed', 'cancelled') RETURNING folder"""
_FORGET = tuple(
    f"DELETE FROM {table} WHERE study_id = :id"
    for table in ("chunk", "failure", "reason", "progress", "idempotency", "tag")
)
_FORGET_RETIRED = "DELETE FROM study WHERE kind = 'deleted' AND created < $now - :seconds"
_PROGRESS = """
INSERT INTO progress (study_id, time, fraction, rate, findings, updated) VALUES (:study, :time, :fraction, :rate, :findings, $now)
ON CONFLICT (study_id) DO UPDATE SET
    time = excluded.time, fraction = excluded.fraction, rate = excluded.rate, findings = excluded.findings, updated = excluded.updated"""
_STATES = """
SELECT study.id, study.state, study.message, study.done, study.failed, study.cancelled, study.cases,
    progress.time, progress.fraction, progress.rate, progress.findings,
    coalesce(study.finished, progress.updated, study.started, study.created),
    coalesce(study.finished, study.started, study.created)
FROM study LEFT JOIN progress ON progress.study_id = study.id WHERE study.id $any(:ids)"""


@dataclass(frozen=True, slots=True)
class Usage:
    """The usage of an account: unfinished jobs, running jobs, their cases, and the solver seconds of the last day."""

    jobs: int
    running: int
    cases: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Kept:
    """A job or study and its folder. `finished` is None for an unfinished job or study. `age` [s] is the time since its
    end.
    """

    id: str
    kind: str
    account: str
    folder: str
    finished: float | None
    age: float


@dataclass(frozen=True, slots=True)
class LiveState:
    """The present state of a job, with the number of diagnostics of its run. It also has the times [s since 1970] when
    this state began, and when the job last changed.
    """

    id: str
    state: str
    message: str
    done: int
    failed: int
    cancelled: int
    cases: int
    time: float | None
    fraction: float | None
    rate: float | None
    findings: int | None
    changed: float
    since: float


@dataclass(frozen=True, slots=True)
class Report:
    """The progress of a job: the simulated time [s], the fraction, the simulated seconds per second, and the number of
    diagnostics so far.
    """

    study: str
    time: float
    fraction: float
    rate: float
    findings: int = 0


def submit_once(
    database: Database, record: dict[str, object], route: str, key: str | None, digest: str, tags: Sequence[str] = ()
) -> tuple[str, bool] | None:
    """Add a study. Return its id and True. For a repeated key with the same request, return the earlier id and False.
    For a repeated key with a different request, return None.

    `record` has id, kind, name, account, folder and cases.
    """
    account, identity = str(record["account"]), str(record["id"])

    def work(session: Session) -> tuple[str, bool] | None:
        if key is not None and not keep_request(session, account, route, key, digest, identity):
            before = request_before(session, account, route, key)
            return (before[1], False) if before is not None and before[0] == digest else None
        session.run(INSERT, **record, done=0, failed=0)
        cases = record["cases"]
        assert isinstance(cases, int)
        add_chunk(session, identity, None, 0, cases)
        put_tags(session, identity, tags)
        return identity, True

    return database.transaction(work)


def find_earlier_use(database: Database, account: str, route: str, key: str) -> tuple[str, str] | None:
    """Return the digest and the id of the request that used a key."""
    return database.read(lambda session: request_before(session, account, route, key))


def page(
    database: Database,
    account: Account,
    kind: str,
    state: str,
    before: tuple[float, str] | None,
    most: int,
    tag: str = "",
) -> list[StudyRecord]:
    """Return the newest studies of a kind that an account may see. Only studies before the given place in the list are
    returned. With a `tag`, return only studies with this tag.
    """
    moment, identity = before or (1e18, "")
    everyone = int(account.role == "admin")
    values = {"kind": kind, "state": state, "before": moment, "after": identity, "most": most, "tag": tag}
    rows = database.read(lambda session: session.rows(_PAGE, account=account.name, everyone=everyone, **values))
    return [StudyRecord(*row) for row in rows]


def usage(database: Database, account: str) -> Usage:
    """Return the usage of an account."""

    def work(session: Session) -> Usage:
        jobs, running, cases = map(int, session.rows(_OPEN, account=account)[0])
        return Usage(jobs, running, cases, float(session.rows(_SECONDS, account=account)[0][0]))

    return database.read(work)


def list_kept(database: Database, account: str | None = None) -> list[Kept]:
    """Return the stored jobs and studies of an account, or of all accounts. Unfinished jobs and studies are included."""
    everyone = int(account is None)
    rows = database.read(lambda session: session.rows(_KEPT, account=account or "", everyone=everyone))
    return [Kept(*row) for row in rows]


def retire(database: Database, identity: str) -> str | None:
    """Remove an ended job or study from all lists. Return the folder of the job or study, or None if it has not ended
    or no longer exists.

    The row of the job or study remains for a day, because its solver seconds count for its account.
    """

    def work(session: Session) -> str | None:
        rows = session.rows(_RETIRE, id=identity)
        for statement in _FORGET if rows else ():
            session.run(statement, id=identity)
        return str(rows[0][0]) if rows else None

    return database.transaction(work)


def forget_retired(database: Database, seconds: float) -> int:
    """Remove the rows of jobs and studies that were deleted more than `seconds` ago. Return the number of these rows."""
    return database.transaction(lambda session: session.run(_FORGET_RETIRED, seconds=seconds))


def counts(database: Database) -> list[tuple[str, str, int]]:
    """Return the number of studies of each kind in each state."""
    return [(str(kind), str(state), int(n)) for kind, state, n in database.read(lambda session: session.rows(_COUNTS))]


def report_progress(database: Database, reports: Sequence[Report]) -> None:
    """Record the progress of jobs."""
    sets = [asdict(report) for report in reports]
    if sets:
        database.transaction(lambda session: session.run_many(_PROGRESS, sets))


def live_states(database: Database, identities: list[str]) -> dict[str, LiveState]:
    """Return the present states of jobs."""
    rows = database.read(lambda session: session.rows(_STATES, ids=identities))
    return {str(row[0]): LiveState(*row) for row in rows}
