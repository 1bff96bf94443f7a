"""The limits of a service."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits of an account; None means unlimited. They do not apply to admins."""

    jobs: int | None = 1000
    """Limit of jobs and studies that have not ended."""
    running: int | None = None
    """Limit of running jobs and studies."""
    cases: int | None = 10_000_000
    """Limit of cases of one study."""
    seconds_a_day: float | None = None
    """Limit of solver seconds of submissions in the last 24 hours."""
    bytes: int | None = None
    """Limit of the stored bytes."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The folders of a service and its limits."""

    store: str
    data: Path
    auth: bool = False
    """Whether requests need a token."""
    quotas: Quotas = field(default_factory=Quotas)
    deck_bytes: int = 4 * MIB
    """Limit of bytes of a deck with everything that it includes."""
    body_bytes: int = 16 * MIB
    """Limit of bytes of a request."""
    request_seconds: float = 60.0
    """Limit of the time [s] for a request to arrive."""
    files: int = 1000
    """Limit of files of one submission."""
    check_seconds: float = 30.0
    """Limit of the time [s] of a check."""
    keep_days: float | None = None
    """Time before ended jobs and studies are deleted; None means never."""
    keep_bytes: int | None = None
    """Storage of an account for ended jobs and studies, before the oldest is deleted; None means unlimited."""
    time_limit: float | None = None
    """Limit of seconds of a case, even if the request specifies more."""
    memory_limit: float | None = 4.0
    """Limit of memory of a case [GiB]."""
