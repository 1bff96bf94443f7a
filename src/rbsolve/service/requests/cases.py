"""Requests about single cases of a study, and about quantiles of all cases over time."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi import Path as PathParameter
from fastapi.responses import JSONResponse

from rbsolve.service.checking import prepare_case
from rbsolve.service.problems import Problem, over_quota
from rbsolve.service.requests.jobs import job
from rbsolve.service.requests.models import Job, problems
from rbsolve.service.requests.parts import BASE, Identity, limits_of
from rbsolve.service.requests.reading import work_header
from rbsolve.service.requests.shared import AccountHere, ServiceHere, VisitorHere, find, submit
from rbsolve.service.requests.studies import collect
from rbsolve.service.requests.tables import COLLECTING
from rbsolve.store.accounts import READER, Account, case_key, open_cases

router = APIRouter()
MOST_TIMES = 2000
LEVELS = {"5 %": 0.05, "25 %": 0.25, "median": 0.5, "75 %": 0.75, "95 %": 0.95}
Number = Annotated[int, PathParameter(ge=0, le=10**8)]


@router.post(
    "/studies/{identity}/cases/{number}", status_code=202, responses=problems(404, 409, 429), response_model=Job
)
def solve_case(identity: Identity, number: Number, service: ServiceHere, account: VisitorHere) -> Any:
    """Solve a case of a study as a separate job, with its motion.

    A repeated request for a case returns the same job. If a reader with a link requests cases, the cases run on the
    owner's account, one after another.
    """
    study = find(service, account, identity, "study")
    reads = account.role == READER
    if number >= study.cases:
        raise Problem(404, f"the study has {study.cases} cases, numbered from 0")

    def prepare(made: str, target: Path) -> dict[str, Any]:
        if reads and open_cases(service.database, identity):
            raise over_quota("another case is already being solved for the readers of this study", 1)
        limits = limits_of(service.settings, None)
        return service.checkers.call(prepare_case, str(service.folder(study).path), number, str(target), made, limits)

    key = case_key(identity, number)
    digest = hashlib.sha256(f"{identity}/{number}".encode()).hexdigest()
    owner = Account(study.account) if reads else account
    record = submit(service, owner, "job", f"{study.name[:180]}, case {number}", key, digest, prepare)
    return JSONResponse(job(service, record).model_dump(), 202, {"Location": f"{BASE}/jobs/{record.id}"})


@router.get(
    "/studies/{identity}/envelope",
    responses={**problems(404, 409), 200: {"content": {"application/x-rbsolve-histories": {}}}},
)
def get_envelope(
    identity: Identity,
    service: ServiceHere,
    account: AccountHere,
    name: Annotated[str, Query(max_length=400)] = "",
    column: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Response:
    """Return the quantiles of a column of a sensor over all complete cases, at most at 2000 times. Without a name, the
    answer lists the sensors that have envelopes.
    """
    from rbsolve.results.presentation.histories import MEDIA_TYPE
    from rbsolve.studies.collecting.reader import StudyResults

    began = time.thread_time()
    record = find(service, account, identity, "study")
    if not record.ended:
        raise Problem(
            409, f"the study is {record.state}: its quantiles are available when it has ended", {"Retry-After": "1"}
        )
    path = collect(service, record)
    with COLLECTING, StudyResults.open(path) as study:
        content = _quantiles(study, name, column) if name else _list_sensors(study)
    return Response(content, media_type=MEDIA_TYPE, headers=work_header(began))


def _list_sensors(study: Any) -> bytes:
    from rbsolve.results.presentation.histories import pack

    header = {"start": 0.0, "rows": 0, "envelope": False, "total_rows": len(study.time)}
    return pack(header | {"sensors": [_describe(study, name) for name in (*study, *study.envelopes)]}, [])


def _quantiles(study: Any, name: str, column: int) -> bytes:
    import numpy as np

    from rbsolve.results.presentation.histories import pack
    from rbsolve.studies.collecting.envelopes import envelope

    if name not in (*study, *study.envelopes) or column >= len(study.about(name)["components"]):
        raise Problem(404, f"the study has neither histories nor quantiles of column {column} of {name}")
    found = envelope(study, name, column, list(LEVELS.values()))
    kept = np.unique(np.linspace(0, len(found.time) - 1, min(MOST_TIMES, len(found.time))).astype(np.int64))
    described = _describe(study, name)
    label = described["components"][column]
    start = float(found.time[0]) if len(found.time) else 0.0
    sensor = described | {"column": label, "components": list(LEVELS)}
    header = {"start": start, "rows": len(kept), "envelope": False, "total_rows": len(found.time), "sensors": [sensor]}
    return pack(header, [found.time[kept] - start, *(found.quantiles[:, kept])])


def _describe(study: Any, name: str) -> dict[str, Any]:
    about = study.about(name)
    words = {key: str(about.get(key, "")) for key in ("units", "observer", "long_name", "object")}
    return {"name": name, **words, "components": list(about["components"])}
