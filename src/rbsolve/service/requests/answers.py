"""Answers with errors as application/problem+json (RFC 9457)."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from rbsolve.service.problems import Problem
from rbsolve.store.errors import StoreError

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5


def answer(status: int, detail: str, headers: dict[str, str] | None = None, **more: Any) -> JSONResponse:
    """Return the document of a problem."""
    title = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Error"
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return JSONResponse(body, status, headers, media_type=MEDIA_TYPE)


def _methods(request: Request) -> set[str]:
    """Return the HTTP methods that the description of the interface permits at the address of a request."""
    found: set[str] = set()
    for template, operations in request.app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), request.url.path):
            found |= {method.upper() for method in operations}
    return found


def add_handlers(application: FastAPI) -> None:
    """Answer every error with a problem document."""

    @application.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> JSONResponse:
        return answer(error.status, error.detail, error.headers, **error.more)

    @application.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(sorted(_methods(request)))
        return answer(error.status_code, str(error.detail), headers)

    @application.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        found = [{"where": [str(part) for part in e["loc"]], "message": e["msg"]} for e in error.errors()]
        if any(e["where"][:1] == ["path"] for e in found):
            return answer(404, "unknown id")
        words = "; ".join(f"{'.'.join(e['where'][1:]) or 'the request'}: {e['message']}" for e in found[:5])
        return answer(422, words, errors=found)

    @application.exception_handler(StoreError)
    async def store(request: Request, error: StoreError) -> JSONResponse:
        return answer(503, str(error), {"Retry-After": str(RETRY_SECONDS)})

    @application.exception_handler(Exception)
    async def defect(request: Request, error: Exception) -> JSONResponse:
        return answer(500, f"internal error of rbsolve: {type(error).__name__}")
