"""Requests about single runs."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from rbsolve.service.checking import CHECK_SECONDS, CHECKED, MOST_FINDINGS, check, prepare_job
from rbsolve.service.problems import Problem, not_found
from rbsolve.service.requests.events import progress_of
from rbsolve.service.requests.files import RangedFile
from rbsolve.service.requests.models import (
    Deck,
    Finding,
    Job,
    JobDetails,
    JobRequest,
    Jobs,
    SearchDetails,
    State,
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
    parameters_of,
    place_before,
)
from rbsolve.service.requests.reading import OPEN, has_rows, open_histories, results_path, work_header
from rbsolve.service.requests.shared import (
    AccountHere,
    Service,
    ServiceHere,
    asked_options,
    find,
    service_of,
    submit,
    upload_folder,
)
from rbsolve.service.requests.submissions import OptionsOfZip, PathInZip, describe, receive
from rbsolve.store import jobs as store
from rbsolve.store import records
from rbsolve.store.records import StudyRecord
from rbsolve.store.tags import tags_of

router = APIRouter()
LIVE_ROWS = 20_000
"""Largest number of rows in the motion of a running job. Only the last rows are sent, so that viewing remains fast."""


@router.post("/check", responses=problems(413), response_model=list[Finding], openapi_extra=describe(Deck))
async def check_deck(
    request: Request, service: ServiceHere, account: AccountHere, deck: PathInZip = None, options: OptionsOfZip = None
) -> Any:
    """Return all diagnostics of a deck, as in `rbsolve check --format json`. The deck is a JSON document, or a zip of
    its folder.
    """
    submission = await receive(request, Deck, deck, options)

    def findings() -> Any:
        with upload_folder(service, records.new_id()) as folder:
            master = submission.write(folder, service.settings)
            parameters = parameters_of(submission.asked.parameters)
            return service.checkers.call(check, str(folder), str(master), parameters, seconds=CHECK_SECONDS)

    return await run_in_threadpool(findings)


_ASKED = ("get_job", "cancel_job", "watch_job", "get_results", "get_sensors", "get_motion", "get_report")
_MADE = leads_to("the job", "$response.body#/id", *_ASKED)
_LISTED = leads_to("a page of jobs", "$response.body#/jobs/0/id", *_ASKED)


@router.post(
    "/jobs",
    status_code=202,
    responses={**problems(413, 429), 202: _MADE},
    response_model=Job,
    openapi_extra=describe(JobRequest),
)
async def submit_job(
    request: Request,
    service: ServiceHere,
    account: AccountHere,
    key: Key = None,
    deck: PathInZip = None,
    options: OptionsOfZip = None,
) -> Any:
    """Solve a deck, which is a JSON document or a zip of its folder."""
    submission = await receive(request, JobRequest, deck, options)
    body = submission.asked

    def make() -> StudyRecord:
        def prepare(identity: str, target: Path) -> dict[str, Any]:
            with upload_folder(service, identity) as folder:
                master = submission.write(folder, service.settings)
                limits = limits_of(service.settings, body.time_limit)
                asked = options_of(body) | {"linearize": None if body.linearize is None else str(body.linearize)}
                asked["search"] = _search_in(body)
                arguments = (str(folder), str(master), asked, str(target), identity, limits)
                return service.checkers.call(prepare_job, *arguments)

        name = body.name or (Path(deck).stem if deck else "run")
        return submit(service, account, "job", name, key, submission.digest, prepare, body.tags)

    record = await run_in_threadpool(make)
    return JSONResponse(job(service, record).model_dump(), 202, {"Location": f"{BASE}/jobs/{record.id}"})


def _search_in(body: JobRequest) -> dict[str, Any] | None:
    """Return the fit or the optimization in a request under its name, or None."""
    found = body.model_dump(include={"fit", "optimize"}, exclude_none=False)
    return next(({kind: request} for kind, request in found.items() if request is not None), None)


@router.get("/jobs", responses={**problems(), 200: _LISTED}, response_model=Jobs)
def list_jobs(
    service: ServiceHere,
    account: AccountHere,
    state: State | None = None,
    limit: Limit = 50,
    cursor: Cursor = None,
    tag: WithTag = None,
) -> Any:
    """Return a list of jobs, with the newest jobs first."""
    found = store.page(service.database, account, "job", state or "", place_before(cursor), limit, tag or "")
    identities = [record.id for record in found]
    live, tags = store.live_states(service.database, identities), tags_of(service.database, identities)
    listed = [job(service, record, live.get(record.id), tags[record.id]) for record in found]
    return Jobs(jobs=listed, next=cursor_of(found, limit))


@router.get("/jobs/{identity}", responses=problems(404), response_model=JobDetails)
def get_job(identity: Identity, service: ServiceHere, account: AccountHere) -> Any:
    """Return the status of a job."""
    record = find(service, account, identity, "job")
    live = store.live_states(service.database, [identity]).get(identity)
    try:
        deck = service.folder(record).deck(0).read_text(encoding="utf-8", errors="replace")
    except OSError:
        deck = None
    checked = _check(service, record)
    details = {
        "diagnostics": checked.get("diagnostics", []),
        "findings": _findings(service, record, checked),
        "options": asked_options(service, record, JobRequest, 0),
        "deck": deck,
    }
    return JobDetails.model_validate(job(service, record, live).model_dump() | details)


@router.delete("/jobs/{identity}", status_code=202, responses={**problems(404), 204: DELETED}, response_model=Job)
def cancel_job(identity: Identity, service: ServiceHere, account: AccountHere) -> Any:
    """Cancel a job that has not ended. Its results so far are kept. If a job has ended, it is deleted with all its
    files.
    """
    if find(service, account, identity, "job").ended and service.house.delete(identity):
        return Response(status_code=204)
    records.cancel(service.database, identity, "cancelled")
    return job(service, find(service, account, identity, "job"))


@router.get("/jobs/{identity}/events", responses={**problems(404), 200: {"content": {"text/event-stream": {}}}})
async def watch_job(
    identity: Identity,
    request: Request,
    account: AccountHere,
    last: Annotated[str | None, Header(alias="Last-Event-ID", max_length=40)] = None,
) -> Response:
    """Server-sent events `progress` and `state` until the job has ended."""
    service = service_of(request)
    await run_in_threadpool(find, service, account, identity, "job")
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

    def end() -> dict[str, Any]:
        return job(service, find(service, account, identity, "job")).progress.model_dump()

    return StreamingResponse(
        service.watcher.stream(identity, last, end), media_type="text/event-stream", headers=headers
    )


@router.head("/jobs/{identity}/results.h5", include_in_schema=False)
@router.get(
    "/jobs/{identity}/results.h5",
    responses={**problems(404, 409), 200: {"content": {"application/x-hdf5": {}}}, 304: UNCHANGED},
)
def get_results(identity: Identity, service: ServiceHere, account: AccountHere) -> Response:
    """Return the results file of a job. Byte ranges are supported."""
    path = results_path(service, find(service, account, identity, "job"))
    return RangedFile(path, "application/x-hdf5")


@router.get(
    "/jobs/{identity}/sensors",
    responses={**problems(404, 409), 200: {"content": {"application/x-rbsolve-histories": {}}}},
)
def get_sensors(
    identity: Identity,
    service: ServiceHere,
    account: AccountHere,
    names: Annotated[str, Query(max_length=4000)] = "",
    start: Annotated[float | None, Query(alias="from", allow_inf_nan=False)] = None,
    end: Annotated[float | None, Query(alias="to", allow_inf_nan=False)] = None,
    pixels: Annotated[int, Query(alias="px", ge=2, le=20_000)] = 1000,
) -> Response:
    """Histories for a screen. The answer contains the least and greatest values of at most `px` buckets, in single
    precision.

    Without names, the answer is the list of histories. For a running job, the answer contains the rows so far.
    """
    from rbsolve.results.presentation.histories import EMPTY, MEDIA_TYPE

    began = time.thread_time()
    wanted = [name for name in names.split(",") if name]
    record = find(service, account, identity, "job")
    if not wanted and not has_rows(service, record):
        return Response(EMPTY, media_type=MEDIA_TYPE, headers=work_header(began))
    with open_histories(service, record) as histories:
        try:
            content = histories.encode(wanted, start, end, pixels) if wanted else histories.list_sensors()
        except KeyError as error:
            raise Problem(404, f"the job has no sensor {error.args[0]}") from error
    return Response(content, media_type=MEDIA_TYPE, headers=work_header(began))


@router.get(
    "/jobs/{identity}/motion.glb", responses={**problems(404, 409), 200: {"content": {"model/gltf-binary": {}}}}
)
def get_motion(identity: Identity, service: ServiceHere, account: AccountHere) -> Response:
    """Return the motion as glTF 2.0. For a running job, the answer contains only the last rows."""
    from rbsolve.scene.gltf import motion_glb

    began = time.thread_time()
    record = find(service, account, identity, "job")
    with open_histories(service, record) as histories:
        try:
            content = motion_glb(histories.results, None if record.ended else LIVE_ROWS)
        except (KeyError, ValueError) as error:
            raise Problem(404, f"the results contain no motion: {error}") from error
    return Response(content, media_type="model/gltf-binary", headers=work_header(began))


@router.get("/jobs/{identity}/search", responses=problems(404), response_model=SearchDetails)
def get_search(identity: Identity, service: ServiceHere, account: AccountHere) -> Any:
    """Return the progress of a fit or an optimization, and its result after its end."""
    from rbsolve.studies.running.searching import told_of

    record = find(service, account, identity, "job")
    folder = service.folder(record)
    try:
        kind = folder.manifest.search
        if kind is None:
            raise Problem(404, "the job is neither a fit nor an optimization")
        return SearchDetails.model_validate(told_of(folder, kind))
    except OSError as error:
        raise not_found("job") from error


@router.get("/jobs/{identity}/report.html", responses={**problems(404, 409), 200: {"content": {"text/html": {}}}})
def get_report(identity: Identity, service: ServiceHere, account: AccountHere) -> Response:
    """Return a page with motion and plots, which opens without a network. For a fit or an optimization, it is the report
    of the search.
    """
    from rbsolve.view.report import report

    path = results_path(service, find(service, account, identity, "job"))
    of_search = path.parent / "report.html"
    if of_search.exists():
        content = of_search.read_text(encoding="utf-8")
    else:
        with OPEN.lock:
            try:
                content = report([OPEN.histories(path).results])
            except (KeyError, ValueError) as error:
                raise Problem(404, f"the results contain no motion: {error}") from error
    # The page contains inline scripts. So the browser must save the page, and must not open it under this server's
    # name.
    disposition = {
        "Content-Disposition": f'attachment; filename="{path.stem}.html"',
        "Content-Security-Policy": "sandbox",
    }
    return Response(content, media_type="text/html; charset=utf-8", headers=disposition)


def job(
    service: Service, record: StudyRecord, live: store.LiveState | None = None, tags: list[str] | None = None
) -> Job:
    """Return a job for the page and scripts. If `tags` are not given, they are read from the store."""
    if tags is None:
        tags = tags_of(service.database, [record.id])[record.id]
    here = f"{BASE}/jobs/{record.id}"
    files = ("events", "results.h5", "sensors", "motion.glb", "report.html")
    progress = {} if live is None or live.time is None else progress_of(live)
    if record.state == "complete":
        progress = {"fraction": 1.0, **_whole(record, _check(service, record))}
    return Job.model_validate(
        {
            **common_fields(record, tags),
            "bytes": service.house.size(record) if record.ended else None,
            "progress": progress,
            "links": {"self": here, **{name.partition(".")[0]: f"{here}/{name}" for name in files}},
        }
    )


def _check(service: Service, record: StudyRecord) -> dict[str, Any]:
    """Return the diagnostics of the check of a job's deck, as long as its folder exists."""
    try:
        text = (service.folder(record).path / CHECKED).read_text(encoding="utf-8")
    except OSError:
        return {}
    found: dict[str, Any] = json.loads(text)
    return found


def _findings(service: Service, record: StudyRecord, checked: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the diagnostics in the results of a job. Without results, return the diagnostics in the store."""
    from rbsolve.pipeline.findings import as_json

    try:
        path = results_path(service, record)
        with OPEN.lock:
            return as_json(OPEN.histories(path).results.findings[:MOST_FINDINGS])
    except (Problem, OSError):
        pass
    try:
        found = json.loads(service.folder(record).found_so_far.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = []
    return [*checked.get("findings", []), *found][:MOST_FINDINGS]


def _whole(record: StudyRecord, checked: dict[str, Any]) -> dict[str, float]:
    """Return the end time [s] of a complete run, and its speed (simulated seconds per second)."""
    if "stop" not in checked:
        return {}
    rate = (checked["stop"] - checked["start"]) / max(record.seconds, 1e-6)
    return {"time": checked["stop"], "rate": rate}
