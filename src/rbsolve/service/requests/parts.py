"""Defines what requests about jobs and about studies share: paths, pages of lists, options, and the records of answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Header, Query
from fastapi import Path as PathParameter

from rbsolve.service.problems import Problem
from rbsolve.service.requests.models import JobOptions, Tag
from rbsolve.service.settings import Settings
from rbsolve.store.records import StudyRecord

BASE = "/api/v1"
Identity = Annotated[str, PathParameter(pattern="^[0-9a-f]{20}$")]
Key = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200, pattern="^[ -~]+$")]
Cursor = Annotated[
    str | None, Query(pattern="^0x[01][.][0-9a-f]{13}p[0-9]{1,3}_[0-9a-f]{20}$", description="`next` of a page")
]
Limit = Annotated[int, Query(ge=1, le=200)]
"""Largest number of records on a page."""
WithTag = Annotated[Tag | None, Query(description="only jobs or studies that have this tag")]
DELETED: dict[str, Any] = {"description": "the job had ended and is deleted"}
UNCHANGED: dict[str, Any] = {"description": "the client already has it"}


def common_fields(record: StudyRecord, tags: list[str]) -> dict[str, Any]:
    """Return the common fields of jobs and studies."""
    return {
        "id": record.id,
        "name": record.name,
        "state": record.state,
        "message": record.message,
        "created": _moment(record.created),
        "started": _moment(record.started),
        "finished": _moment(record.finished),
        "account": record.account,
        "seconds": record.seconds,
        "tags": tags,
    }


def _moment(seconds: float | None) -> str | None:
    """Convert a time of the database's clock to ISO 8601."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def place_before(cursor: str | None) -> tuple[float, str] | None:
    """Return the place in a list that a cursor represents."""
    if not cursor:
        return None
    seconds, _, identity = cursor.partition("_")
    try:
        return float.fromhex(seconds), identity
    except (ValueError, OverflowError) as error:
        raise Problem(422, "invalid cursor: use the `next` of a page") from error


def cursor_of(found: list[StudyRecord], limit: int) -> str | None:
    """Return the cursor for the page that follows a full page."""
    return f"{found[-1].created.hex().replace('+', '')}_{found[-1].id}" if len(found) == limit else None


def parameters_of(given: dict[str, Any]) -> dict[str, Any]:
    """Convert parameters to the parser's form."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def options_of(body: JobOptions) -> dict[str, Any]:
    """Return the options in a request that override the deck."""
    return {
        "parameters": parameters_of(body.parameters),
        "integrator": body.integrator and body.integrator.upper(),
        "formulation": body.formulation and body.formulation.upper(),
        "step": body.step,
        "t_end": body.t_end,
    }


def limits_of(settings: Settings, asked: float | None) -> dict[str, Any]:
    """Return the limits of a case. The requested limits cannot exceed the limits of the service."""
    both = [limit for limit in (asked, settings.time_limit) if limit is not None]
    return {"time": min(both) if both else None, "memory": settings.memory_limit}
