"""Provides the data that all requests share: the store, the folders, and the account with its rights."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel

from rbsolve.runs.linearize import WORDS
from rbsolve.service.checkers import Checkers
from rbsolve.service.checking import discard
from rbsolve.service.housekeeping import House
from rbsolve.service.problems import Problem, not_found, over_quota
from rbsolve.service.requests.events import Watcher
from rbsolve.service.settings import Settings
from rbsolve.store import jobs, records
from rbsolve.store.accounts import READER, Account, find_account, is_case
from rbsolve.store.database import Database
from rbsolve.store.records import StudyRecord
from rbsolve.studies.disk.folder import StudyFolder

LOCAL = Account("", "admin")
"""The account of requests if no token is needed."""
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]", "::1", "testserver")
_KNOWN_SECONDS = 2.0


@dataclass(slots=True)
class Service:
    """The parts of a running service."""

    settings: Settings
    database: Database
    checkers: Checkers
    watcher: Watcher
    house: House

    def folder(self, record: StudyRecord) -> StudyFolder:
        """Return the folder of a job or study."""
        return StudyFolder(self.settings.data / record.folder)

    def close(self) -> None:
        """Close the store, the event streams and the checking processes."""
        self.house.end()
        self.watcher.close()
        self.checkers.close()
        self.database.close()


def service_of(request: Request) -> Service:
    """Return the service that handles the request."""
    found: Service = request.app.state.service
    return found


_known: dict[str, tuple[float, Account | None]] = {}
_READS = ("GET", "HEAD", "OPTIONS")
_bearer = HTTPBearer(scheme_name="token", description="the output of `rbsolve token create NAME`", auto_error=False)


def visitor_of(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)] = None
) -> Account:
    """Return the requesting account for any request. An account with the role `reader` is sufficient.

    Raise Problem 401 if a required token is missing or invalid.
    """
    service = service_of(request)
    if not service.settings.auth:
        # If another host name leads to this server, the page of another site may be trying to read the answers.
        host = request.headers.get("host", "")
        name = host if host.startswith("[") and host.endswith("]") else host.rsplit(":", 1)[0]
        if name not in _LOOPBACK:
            raise Problem(403, "without tokens, this server answers only requests to localhost")
        if request.method not in _READS and _is_of_another_page(request):
            raise Problem(
                403, "without tokens, this server accepts changes only from its own page, not from other sites"
            )
        return LOCAL
    challenge = {"WWW-Authenticate": 'Bearer realm="rbsolve"'}
    if credentials is None or not credentials.credentials.strip():
        raise Problem(401, "an access token is required: create one with `rbsolve token create NAME`", challenge)
    account = _account_by(service.database, credentials.credentials.strip())
    if account is None:
        raise Problem(401, "the token is unknown or revoked", challenge)
    return account


VisitorHere = Annotated[Account, Depends(visitor_of)]


def account_of(request: Request, account: VisitorHere) -> Account:
    """Return the requesting account. Raise Problem 403 if a reader requests an action other than reading."""
    if account.role == READER and request.method not in _READS:
        raise Problem(403, "this link permits only reading")
    return account


def _is_of_another_page(request: Request) -> bool:
    """Return whether a browser reports that a page of another origin has sent the request. Such a page can send a form
    or text. Programs other than browsers report no origin.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None:
        return site not in ("same-origin", "none")
    return origin is not None and origin.partition("://")[2] != request.headers.get("host")


def _account_by(database: Database, token: str) -> Account | None:
    """Return the account of a token, cached for a short time."""
    digest = hashlib.sha256(f"{database.url}\n{token}".encode(errors="replace")).hexdigest()
    found = _known.get(digest)
    if found is None or found[0] < time.monotonic():
        if len(_known) > 10_000:
            _known.clear()
        found = _known[digest] = (time.monotonic() + _KNOWN_SECONDS, find_account(database, token))
    return found[1]


ServiceHere = Annotated[Service, Depends(service_of)]
AccountHere = Annotated[Account, Depends(account_of)]


def find(service: Service, account: Account, identity: str, kind: str) -> StudyRecord:
    """Return a job or study of an account. Raise Problem 404 if the account has no such job or study. Jobs of other
    users count as missing.
    """
    record = records.find(service.database, identity)
    if record is None or record.kind != kind:
        raise not_found(kind)
    if account.sees(record.id, record.account) or _is_read_along(service, account, record):
        return record
    raise not_found(kind)


def _is_read_along(service: Service, account: Account, record: StudyRecord) -> bool:
    """For an account that may read one study only, return whether a job is a case of this study."""
    return bool(account.reads) and record.kind == "job" and is_case(service.database, account.reads, record.id)


@contextmanager
def upload_folder(service: Service, identity: str) -> Iterator[Path]:
    """Yield the temporary folder of a submission during its check."""
    folder = service.settings.data / "uploads" / identity
    try:
        yield folder
    finally:
        discard(folder)


def check_quotas(service: Service, account: Account) -> None:
    """Raise Problem 429 if the account exceeds its quotas."""
    quotas = service.settings.quotas
    if account.role == "admin":
        return
    used = jobs.usage(service.database, account.name)
    if quotas.jobs is not None and used.jobs >= quotas.jobs:
        raise over_quota(f"{used.jobs} jobs are waiting or running, which is the maximum for an account")
    if quotas.running is not None and used.running >= quotas.running:
        raise over_quota(f"{used.running} jobs are running, which is the maximum for an account", 5)
    if quotas.seconds_a_day is not None and used.seconds >= quotas.seconds_a_day:
        raise over_quota(f"the account has used its {quotas.seconds_a_day:g} solver seconds of this day", 3600)
    if quotas.bytes is not None:
        size = service.house.bytes_of(account.name)
        if size >= quotas.bytes:
            raise over_quota(f"results of {size / 1e6:.0f} MB are stored, which is the maximum for an account", 3600)


def submit(
    service: Service,
    account: Account,
    kind: str,
    name: str,
    key: str | None,
    digest: str,
    prepare: Callable[[str, Path], dict[str, Any]],
    tags: Sequence[str] = (),
) -> StudyRecord:
    """Prepare a folder, and record it in the store. If the key of the request was used before, return the earlier
    result.

    `prepare(identity, folder)` writes the folder, and returns the number of cases. If the deck has errors, it returns
    the diagnostics.
    """
    if key is not None:
        before = jobs.find_earlier_use(service.database, account.name, kind, key)
        if before is not None:
            return _find_earlier(service, account, before, digest)
    check_quotas(service, account)
    identity = records.new_id()
    target = service.settings.data / identity
    answer = prepare(identity, target)
    if "problem" in answer:
        discard(target)
        more = {"diagnostics": answer["diagnostics"]} if "diagnostics" in answer else {}
        raise Problem(422, answer["problem"], **more)
    if answer.get("failed"):
        discard(target)
        raise Problem(422, "the deck has errors", diagnostics=answer["diagnostics"])
    record: dict[str, object] = {"id": identity, "kind": kind, "name": name, "account": account.name}
    record |= {"folder": identity, "cases": answer["cases"]}
    made = jobs.submit_once(service.database, record, kind, key, digest, tags)
    if made is None or not made[1]:
        discard(target)
        if made is None:
            raise Problem(422, "this Idempotency-Key was already used for a different request")
    found = records.find(service.database, made[0])
    if found is None:  # the record was deleted in the meantime
        raise not_found(kind)
    return found


def asked_options(
    service: Service, record: StudyRecord, request: type[BaseModel], case: int | None = None
) -> dict[str, Any]:
    """Return the options from the request for a job or study. Options with default values and the time limit are
    omitted. If the folder is missing, the result is empty.

    Only fields of `request` are returned. With `case`, the parameters of this case are included.
    """
    folder = service.folder(record)
    try:
        manifest, asked = folder.manifest, dict(folder.options(case).as_json())
    except (OSError, ValueError):
        return {}
    if manifest.linearize is not None:
        asked["linearize"] = manifest.linearize if manifest.linearize in WORDS else float(manifest.linearize)
    if manifest.search is not None:
        from rbsolve.studies.running.searching import request_in

        asked[manifest.search] = request_in(folder)
    asked |= {"every": manifest.every, "float32": manifest.float32}
    fields = request.model_fields
    return {name: value for name, value in asked.items() if name in fields and value != fields[name].default}


def _find_earlier(service: Service, account: Account, before: tuple[str, str], digest: str) -> StudyRecord:
    if before[0] != digest:
        raise Problem(422, "this Idempotency-Key was already used for a different request")
    record = records.find(service.database, before[1])
    if record is None:
        raise not_found("job")
    return record
