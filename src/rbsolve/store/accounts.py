"""Manages tokens of the service. Tokens are opaque, stored as digests, and revocable. Also manages keys that make
repeated requests idempotent.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from rbsolve.store.database import Database, Session

ROLES = ("user", "admin")
PREFIX = "rbs_"
READER = "reader"
"""The role of a token that permits reading one job or study. The account of the token has the id of this job or study
as its name.
"""
_SHARED = "share:"
_CREATE = "INSERT INTO token (digest, name, role, created) SELECT :digest, :name, :role, $now"
_FIND = "SELECT name, role FROM token WHERE digest = :digest AND revoked IS NULL"
_LIST = "SELECT name, role, created, revoked FROM token ORDER BY created"
_REVOKE = "UPDATE token SET revoked = $now WHERE name = :name AND revoked IS NULL"
_KEY = "SELECT digest, study_id FROM idempotency WHERE account = :account AND route = :route AND key = :key"
_KEEP_KEY = """
INSERT INTO idempotency (account, route, key, digest, study_id, created)
SELECT :account, :route, :key, :digest, :study, $now ON CONFLICT (account, route, key) DO NOTHING"""

_CASES = """
FROM idempotency AS used JOIN study AS job ON job.id = used.study_id JOIN study AS whole ON whole.id = :study
WHERE whole.kind = 'study' AND used.account = whole.account AND job.account = whole.account
    AND used.route = 'job' AND used.key LIKE :keys"""
_IS_CASE = f"SELECT 1 {_CASES} AND job.id = :job"
_OPEN_CASES = f"SELECT count(*) {_CASES} AND job.state IN ('queued', 'running')"


@dataclass(frozen=True, slots=True)
class Account:
    """The account that sends a request. An admin sees the jobs of all accounts, and a reader sees a single job or
    study.
    """

    name: str
    role: str = "user"

    def sees(self, identity: str, owner: str) -> bool:
        """Return whether the account may see a job or study of another account."""
        if self.role == READER:
            return self.name == _SHARED + identity
        return self.role == "admin" or self.name == owner

    @property
    def reads(self) -> str:
        """Return the id of the job or study that a reader may read. For all other accounts, it is empty."""
        return self.name.removeprefix(_SHARED) if self.role == READER else ""


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """The stored data of a token, without the token itself. Times are seconds since 1970."""

    name: str
    role: str
    created: float
    revoked: float | None


def create_token(database: Database, name: str, role: str = "user") -> str:
    """Create a token, and return its text, which is shown only once."""
    if role not in ROLES:
        raise ValueError(f"unknown role {role}: the roles are {', '.join(ROLES)}")
    if name.startswith(_SHARED):
        raise ValueError(f"names that start with {_SHARED} are reserved for links: use another name")
    return _create(database, name, role)


def create_reader(database: Database, identity: str) -> str:
    """Create a token that reads a single job or study, and return its text."""
    return _create(database, _SHARED + identity, READER)


def revoke_readers(database: Database, identity: str) -> int:
    """Revoke all tokens for reading a job or study. Return the number of these tokens."""
    return revoke_tokens(database, _SHARED + identity)


def _create(database: Database, name: str, role: str) -> str:
    made = PREFIX + secrets.token_urlsafe(32)
    database.transaction(lambda session: session.run(_CREATE, digest=_digest(made), name=name, role=role))
    return made


def find_account(database: Database, token: str) -> Account | None:
    """Return the account of a token, or None if it is unknown or revoked."""
    rows = database.read(lambda session: session.rows(_FIND, digest=_digest(token)))
    return Account(str(rows[0][0]), str(rows[0][1])) if rows else None


def list_tokens(database: Database) -> list[TokenRecord]:
    """Return all tokens, including revoked tokens."""
    return [TokenRecord(*row) for row in database.read(lambda session: session.rows(_LIST))]


def revoke_tokens(database: Database, name: str) -> int:
    """Revoke all tokens of a name. Return the number of these tokens."""
    return database.transaction(lambda session: session.run(_REVOKE, name=name))


def case_key(study: str, number: int) -> str:
    """Return the key of the job that is a case of a study."""
    return f"{_case_keys(study)}{number}"


def is_case(database: Database, study: str, job: str) -> bool:
    """Return whether a job is a case of a study that belongs to the same account."""
    return bool(database.read(lambda session: session.rows(_IS_CASE, study=study, job=job, keys=_any_case(study))))


def open_cases(database: Database, study: str) -> int:
    """Return the number of a study's cases that are unfinished jobs."""
    rows = database.read(lambda session: session.rows(_OPEN_CASES, study=study, keys=_any_case(study)))
    return int(rows[0][0])


def _case_keys(study: str) -> str:
    return f"case {study}/"


def _any_case(study: str) -> str:
    return f"{_case_keys(study)}%"


def request_before(session: Session, account: str, route: str, key: str) -> tuple[str, str] | None:
    """Return the digest and the result of the earlier request that used this key on this route."""
    rows = session.rows(_KEY, account=account, route=route, key=key)
    return (str(rows[0][0]), str(rows[0][1])) if rows else None


def keep_request(session: Session, account: str, route: str, key: str, digest: str, study: str) -> bool:
    """Store the result of a request. Return False if a result for the key already exists."""
    return session.run(_KEEP_KEY, account=account, route=route, key=key, digest=digest, study=study) == 1


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
