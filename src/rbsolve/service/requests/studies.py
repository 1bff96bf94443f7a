"""Requests about studies: many cases of one deck."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from rbsolve.service.checking import prepare_study
from rbsolve.service.problems import Problem
from rbsolve.service.requests.files import RangedFile
from rbsolve.service.requests.models import (
    WAYS,
    State,
    Studies,
    Study,
    StudyDetails,
    StudyRequest,
    leads_to,
    problems,
)
from rbsolve.service.requests.parts import (
    BASE,
    DELETED,
    UNCHANGED,
    Cursor,
    Identity,
    Key,
    Limit,
    WithTag,
    common_fields,
    cursor_of,
    limits_of,
    options_of,
    place_before,
)
from rbsolve.service.requests.shared import (
    AccountHere,
    Service,
    ServiceHere,
    asked_options,
    find,
    submit,
    upload_folder,
)
from rbsolve.service.requests.tables import COLLECTING, SO_FAR, read_table
from rbsolve.service.requests.uploads import write_files
from rbsolve.store import jobs as store
from rbsolve.store import records
from rbsolve.store.records import StudyRecord
from rbsolve.store.tags import tags_of

router = APIRouter()
_ASKED = ("get_study", "cancel_study", "get_study_file", "get_envelope")
_MADE = leads_to("the study", "$response.body#/id", *_ASKED)
_LISTED = leads_to("a page of studies", "$response.body#/studies/0/id", *_ASKED)


@router.post("/studies", status_code=202, responses={**problems(413, 429), 202: _MADE}, response_model=Study)
def submit_study(body: StudyRequest, service: ServiceHere, account: AccountHere, key: Key = None) -> Any:
    """Solve a deck for many values of its parameters."""
    if sum(getattr(body, name) is not None for name in WAYS) != 1:
        raise Problem(422, "a study needs exactly one of grid, zip, sample and table")
    digest = hashlib.sha256(body.model_dump_json().encode()).hexdigest()
    quota = service.settings.quotas.cases
    most = 10**8 if quota is None or account.role == "admin" else quota

    def prepare(identity: str, target: Path) -> dict[str, Any]:
        with upload_folder(service, identity) as folder:
            deck = write_files(folder, body.deck, body.contents, service.settings)
            storing = {"every": body.every, "float32": body.float32}
            limits = {**limits_of(service.settings, body.time_limit), **storing, "cases": most}
            design = body.model_dump(include=set(WAYS))
            arguments = (str(folder), str(deck), options_of(body), design, str(target), identity, limits)
            return service.checkers.call(prepare_study, *arguments)

    record = submit(service, account, "study", body.name or "study", key, digest, prepare, body.tags)
    return JSONResponse(study(service, record).model_dump(), 202, {"Location": f"{BASE}/studies/{record.id}"})


@router.get("/studies", responses={**problems(), 200: _LISTED}, response_model=Studies)
def list_studies(
    service: ServiceHere,
    account: AccountHere,
    state: State | None = None,
    limit: Limit = 50,
    cursor: Cursor = None,
    tag: WithTag = None,
) -> Any:
    """Return a list of studies, with the newest studies first."""
    found = store.page(service.database, account, "study", state or "", place_before(cursor), limit, tag or "")
    tags = tags_of(service.database, [record.id for record in found])
    return Studies(studies=[study(service, record, tags[record.id]) for record in found], next=cursor_of(found, limit))


@router.get("/studies/{identity}", responses=problems(404), response_model=StudyDetails)
def get_study(identity: Identity, service: ServiceHere, account: AccountHere) -> Any:
    """Return the status of a study, and its parameters with the last values of the sensors of all finished cases."""
    record = find(service, account, identity, "study")
    reasons = [
        {"reason": reason, "cases": count, "example": example}
        for reason, count, example in records.reasons(service.database, identity)
    ]
    table = read_table(collect(service, record)) if record.ended else SO_FAR.table(service, record)
    told: dict[str, Any] = {} if table is None else {"table": table.as_json(), "findings": table.findings}
    with suppress(OSError):  # the folder of the study may be missing
        told["deck"] = service.folder(record).deck(0).read_text(encoding="utf-8", errors="replace")
    told["options"] = asked_options(service, record, StudyRequest)
    return StudyDetails(**study(service, record).model_dump(), reasons=reasons, **told)


@router.delete("/studies/{identity}", status_code=202, responses={**problems(404), 204: DELETED}, response_model=Study)
def cancel_study(identity: Identity, service: ServiceHere, account: AccountHere) -> Any:
    """Cancel a study that has not ended. Its finished cases are kept. An ended study is deleted with all its files."""
    if find(service, account, identity, "study").ended and service.house.delete(identity):
        return Response(status_code=204)
    records.cancel(service.database, identity, "cancelled")
    return study(service, find(service, account, identity, "study"))


@router.head("/studies/{identity}/study.h5", include_in_schema=False)
@router.get(
    "/studies/{identity}/study.h5",
    responses={**problems(404, 409), 200: {"content": {"application/x-hdf5": {}}}, 304: UNCHANGED},
)
def get_study_file(identity: Identity, service: ServiceHere, account: AccountHere) -> Response:
    """Return the file with all cases. Byte ranges are supported."""
    record = find(service, account, identity, "study")
    if not record.ended:
        raise Problem(
            409, f"the study is {record.state}: its file is available when it has ended", {"Retry-After": "1"}
        )
    return RangedFile(collect(service, record), "application/x-hdf5")


def collect(service: Service, record: StudyRecord) -> Path:
    """Return the file with all rows of an ended study. The first request creates the file."""
    from rbsolve.studies.collecting.study_file import collect

    folder = service.folder(record)
    with COLLECTING:
        path = folder.collected
        if not path.exists() or path.stat().st_mtime < (record.finished or 0.0) - 1.0:
            collect(folder, service.database)
            service.house.grew(record.id)
    return path


def study(service: Service, record: StudyRecord, tags: list[str] | None = None) -> Study:
    """Return a study for the page and scripts. If `tags` are not given, they are read from the store."""
    if tags is None:
        tags = tags_of(service.database, [record.id])[record.id]
    here = f"{BASE}/studies/{record.id}"
    counts = {
        "complete": record.done,
        "failed": record.failed,
        "cancelled": record.cancelled,
        "pending": record.pending,
    }
    return Study.model_validate(
        {
            **common_fields(record, tags),
            "bytes": service.house.size(record) if record.ended else None,
            "cases": record.cases,
            "counts": counts,
            "links": {"self": here, "file": f"{here}/study.h5"},
        }
    )
