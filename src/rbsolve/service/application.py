"""Assembles the service from requests, the page, limits of requests, and metrics."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import PlainTextResponse, Response

from rbsolve.page import POLICY, asset, index, media_type, packed_asset
from rbsolve.service.checkers import Checkers
from rbsolve.service.guard import ANSWERS, Guard
from rbsolve.service.housekeeping import House
from rbsolve.service.privacy import make_private
from rbsolve.service.requests import cases, jobs, shares, studies, tags
from rbsolve.service.requests.answers import add_handlers, answer
from rbsolve.service.requests.events import Watcher
from rbsolve.service.requests.models import Usage, problems
from rbsolve.service.requests.shared import AccountHere, Service, ServiceHere
from rbsolve.service.settings import Settings
from rbsolve.store import jobs as store
from rbsolve.store.jobs import counts
from rbsolve.store.opening import open_store
from rbsolve.version import VERSION

REQUEST_PATIENCE = 3.0
"""Time [s] for which a request waits for an unavailable store before the service answers with 503."""
CHECKERS = max(1, min(4, (os.cpu_count() or 1)))


def create_application(settings: Settings) -> FastAPI:
    """Return the ASGI application of a service."""
    make_private(settings.data, settings.store)
    (settings.data / "uploads").mkdir(exist_ok=True)
    database = open_store(settings.store, REQUEST_PATIENCE)
    service = Service(
        settings, database, Checkers(CHECKERS, settings.check_seconds), Watcher(database), House(settings, database)
    )

    @asynccontextmanager
    async def life(application: FastAPI) -> AsyncIterator[None]:
        service.checkers.warm_up()
        service.house.begin()
        yield
        service.close()

    application = FastAPI(
        title="rbsolve",
        version=VERSION,
        summary="Checks and solves decks.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        lifespan=life,
    )
    application.state.service = service
    application.state.began = time.time()
    add_handlers(application)
    application.include_router(jobs.router, prefix="/api/v1", tags=["jobs"])
    application.include_router(studies.router, prefix="/api/v1", tags=["studies"])
    application.include_router(cases.router, prefix="/api/v1", tags=["studies"])
    application.include_router(shares.router, prefix="/api/v1", tags=["shares"])
    application.include_router(tags.router, prefix="/api/v1", tags=["tags"])
    application.include_router(_plain, prefix="/api/v1", tags=["service"])
    application.include_router(_plain, include_in_schema=False)
    application.include_router(_pages, include_in_schema=False)
    application.add_middleware(Guard, limit=settings.body_bytes, seconds=settings.request_seconds)
    if not settings.auth:
        _need_no_token(application)
    return application


def _need_no_token(application: FastAPI) -> None:
    """Remove the token from the description of the interface."""
    describe = application.openapi

    def without() -> dict[str, Any]:
        document = describe()
        for operations in document["paths"].values():
            for operation in operations.values():
                operation.pop("security", None)
                operation.get("responses", {}).pop("401", None)
        document.get("components", {}).pop("securitySchemes", None)
        return document

    application.openapi = without  # type: ignore[method-assign]  # the way that FastAPI documents


_plain = APIRouter()
_pages = APIRouter()


@_plain.head("/health", include_in_schema=False)
@_plain.get("/health")
def health(service: ServiceHere) -> dict[str, str]:
    """Return whether the service and its store work."""
    counts(service.database)
    return {"status": "ok", "version": VERSION}


@_plain.get("/usage", responses=problems(), response_model=Usage)
def usage(service: ServiceHere, account: AccountHere) -> Any:
    """Return the usage and the limits of the account."""
    settings, quotas = service.settings, service.settings.quotas
    used = store.usage(service.database, account.name)
    kept = store.list_kept(service.database, account.name)
    allowed = {} if account.role == "admin" else asdict(quotas)
    return Usage(
        account=account.name,
        kept=len(kept),
        bytes=sum(map(service.house.size, kept)),
        jobs=used.jobs,
        running=used.running,
        seconds_a_day=used.seconds,
        limits={**allowed, "keep_days": settings.keep_days, "keep_bytes": settings.keep_bytes},
    )


@_plain.get("/metrics", response_class=PlainTextResponse)
def metrics(service: ServiceHere) -> Any:
    """Counts for Prometheus."""
    lines = ["# HELP rbsolve_jobs Jobs and studies by state.", "# TYPE rbsolve_jobs gauge"]
    lines += [f'rbsolve_jobs{{kind="{kind}",state="{state}"}} {n}' for kind, state, n in counts(service.database)]
    lines += ["# HELP rbsolve_watchers Open streams of events.", "# TYPE rbsolve_watchers gauge"]
    lines += [f"rbsolve_watchers {service.watcher.watchers}"]
    lines += ["# HELP rbsolve_answers_total Answers by status.", "# TYPE rbsolve_answers_total counter"]
    lines += [f'rbsolve_answers_total{{status="{status}"}} {n}' for status, n in sorted(ANSWERS.items())]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")


@_pages.get("/")
def page() -> Response:
    """Return the web page of the service."""
    return Response(index(), media_type="text/html; charset=utf-8", headers={"Content-Security-Policy": POLICY})


@_pages.get("/{name}")
def file_of_page(name: str, request: Request) -> Response:
    """Return a script or style of the page, compressed for browsers that accept it."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    try:
        content = packed_asset(name) if packed else asset(name)
    except (FileNotFoundError, ValueError, OSError):
        return answer(404, "there is no such page")
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"} | (
        {"Content-Encoding": "gzip"} if packed else {}
    )
    return Response(content, media_type=media_type(name), headers=headers)
