"""The limits of a service."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits of an account. None means unlimited. Admins have no limits."""

    jobs: int | None = 1000
    """Largest number of jobs and studies that have not ended."""
    running: int | None = None
    """Largest number of running jobs and studies."""
    cases: int | None = 10_000_000
    """Largest number of cases of one study."""
    seconds_a_day: float | None = None
    """Largest solver time [s] of all submissions in the last 24 hours."""
    bytes: int | None = None
    """Largest number of stored bytes."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The folders of a service and its limits."""

    store: str
    data: Path
    auth: bool = False
    """Whether requests need a token."""
    quotas: Quotas = field(default_factory=Quotas)
    deck_bytes: int = 4 * MIB
    """Largest size of a deck with everything that it includes [bytes]."""
    body_bytes: int = 16 * MIB
    """Largest size of a request [bytes]."""
    request_seconds: float = 60.0
    """Longest time [s] for a request to arrive."""
    files: int = 1000
    """Largest number of files in one submission."""
    check_seconds: float = 30.0
    """Longest processor time [s] of a check."""
    keep_days: float | None = None
    """Age at which ended jobs and studies are deleted [days]. None means never."""
    keep_bytes: int | None = None
    """Largest storage of an account for ended jobs and studies [bytes]. If an account exceeds this storage, its oldest
    jobs and studies are deleted. None means unlimited.
    """
    time_limit: float | None = None
    """Longest time [s] of a case, even if the request specifies more."""
    memory_limit: float | None = 4.0
    """Largest memory of a case [GiB]."""
