"""Defines the interface of study engines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rbsolve.store.leases import Lease
from rbsolve.studies.running.page import Whereabouts
from rbsolve.studies.running.process import Report


class EngineError(RuntimeError):
    """The error that an engine cannot be used. str() returns the reason and a remedy."""


class Engine(Protocol):
    """The interface of an engine, which solves several chunks at a time."""

    @property
    def slots(self) -> int:
        """Return the maximum number of chunks that the engine solves at a time."""
        ...

    @property
    def running(self) -> Sequence[Lease]:
        """Return the chunks that the engine is solving now."""
        ...

    @property
    def waiting(self) -> str:
        """Return the reason why no chunk is being solved. If the wait is short, or the engine knows no reason, return
        an empty text.
        """
        ...

    def warm_up(self) -> None:
        """Prepare for the first chunks while the study is still being prepared."""
        ...

    def start(self, leases: Sequence[Lease]) -> None:
        """Start chunks. There must be a free slot for each of them."""
        ...

    def wait(self, seconds: float) -> list[Report]:
        """Return the outcomes of chunks since the last call. The call waits at most `seconds` for the first outcome."""
        ...

    def ask_to_stop(self, chunks: set[int]) -> None:
        """Request that chunks end soon. Their cases are then reported as cancelled. Some engines cannot do this, and
        ignore the request.
        """
        ...

    def drop(self, chunks: set[int]) -> None:
        """Abandon chunks without a report."""
        ...

    def whereabouts(self) -> Sequence[tuple[Lease, Whereabouts]]:
        """Return the progress of the running chunks, if available."""
        ...

    def close(self) -> None:
        """Abandon all running chunks."""
        ...


def shard_name(lease: Lease) -> str:
    """Return the file name of a chunk's rows. Every lease of a chunk has a separate file."""
    return f"{lease.chunk:08d}-{lease.epoch}.h5"
