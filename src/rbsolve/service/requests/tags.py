"""Tags of jobs and studies. A request replaces all tags, so a repeated request changes nothing."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from rbsolve.service.requests.jobs import job
from rbsolve.service.requests.models import Job, Study, TagsRequest, problems
from rbsolve.service.requests.parts import Identity
from rbsolve.service.requests.shared import AccountHere, ServiceHere, find
from rbsolve.service.requests.studies import study
from rbsolve.store.tags import set_tags

router = APIRouter()


@router.put("/jobs/{identity}/tags", responses=problems(404, 413), response_model=Job)
def tag_job(identity: Identity, body: TagsRequest, service: ServiceHere, account: AccountHere) -> Any:
    """Replace the tags of a job."""
    record = find(service, account, identity, "job")
    set_tags(service.database, identity, body.tags)
    return job(service, record)


@router.put("/studies/{identity}/tags", responses=problems(404, 413), response_model=Study)
def tag_study(identity: Identity, body: TagsRequest, service: ServiceHere, account: AccountHere) -> Any:
    """Replace the tags of a study."""
    record = find(service, account, identity, "study")
    set_tags(service.database, identity, body.tags)
    return study(service, record)
