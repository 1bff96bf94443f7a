"""Links for reading one job or study. Each link has a separate revocable token, which permits only reading this job or
study.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from rbsolve.service.problems import Problem
from rbsolve.service.requests.models import Share, problems
from rbsolve.service.requests.parts import Identity
from rbsolve.service.requests.shared import AccountHere, Service, ServiceHere, find
from rbsolve.store.accounts import Account, create_reader, revoke_readers

router = APIRouter()
ENDED: dict[str, Any] = {"description": "all links are revoked"}


@router.post("/jobs/{identity}/share", status_code=201, responses=problems(404, 409), response_model=Share)
def share_job(identity: Identity, service: ServiceHere, account: AccountHere) -> Any:
    """Return a new link for reading only this job."""
    return _share(service, account, identity, "job")


@router.delete("/jobs/{identity}/share", status_code=204, responses={**problems(404), 204: ENDED})
def unshare_job(identity: Identity, service: ServiceHere, account: AccountHere) -> Response:
    """Revoke all links to a job."""
    return _unshare(service, account, identity, "job")


@router.post("/studies/{identity}/share", status_code=201, responses=problems(404, 409), response_model=Share)
def share_study(identity: Identity, service: ServiceHere, account: AccountHere) -> Any:
    """Return a new link for reading only this study."""
    return _share(service, account, identity, "study")


@router.delete("/studies/{identity}/share", status_code=204, responses={**problems(404), 204: ENDED})
def unshare_study(identity: Identity, service: ServiceHere, account: AccountHere) -> Response:
    """Revoke all links to a study."""
    return _unshare(service, account, identity, "study")


def _share(service: Service, account: Account, identity: str, kind: str) -> Response:
    record = find(service, account, identity, kind)
    if not service.settings.auth:
        raise Problem(409, "this server requires no token: everyone who can reach the server can open its pages")
    token = create_reader(service.database, record.id)
    place = "jobs" if kind == "job" else "studies"
    return JSONResponse(Share(token=token, page=f"/#/shared/{token}/{place}/{record.id}").model_dump(), 201)


def _unshare(service: Service, account: Account, identity: str, kind: str) -> Response:
    revoke_readers(service.database, find(service, account, identity, kind).id)
    return Response(status_code=204)
