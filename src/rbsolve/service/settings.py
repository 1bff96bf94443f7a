"""The limits of a service."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits of an account; None means unlimited. They do not apply to admins."""

    jobs: int | None = 1000
    """Jobs and studies that have not ended."""
    running: int | None = None
    """Jobs and studies that run."""
    cases: int | None = 10_000_000
    """Cases of one study."""
    seconds_a_day: float | None = None
    """Solver seconds of submissions in the last 24 hours."""
    bytes: int | None = None
    """Size of all that is kept."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The folders of a service and its limits."""

    store: str
    data: Path
    auth: bool = False
    """Whether requests need a token."""
    quotas: Quotas = field(default_factory=Quotas)
    deck_bytes: int = 4 * MIB
    """A deck with all that it includes."""
    body_bytes: int = 16 * MIB
    """A request."""
    request_seconds: float = 60.0
    """How long a request may take to come in."""
    files: int = 1000
    """Files of one submission."""
    check_seconds: float = 30.0
    """How long a check may take."""
    keep_days: float | None = None
    """Time before ended jobs and studies are deleted; None is without limit."""
    keep_bytes: int | None = None
    """Storage of an account for ended jobs and studies, before the oldest is deleted; None is without limit."""
    time_limit: float | None = None
    """Seconds that a case may take, also when the request asks for more."""
    memory_limit: float | None = 4.0
    """GiB that a case may take."""
