"""The face of an engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rbsolve.store.leases import Lease
from rbsolve.studies.running.page import Whereabouts
from rbsolve.studies.running.process import Report


class EngineError(RuntimeError):
    """The exception for an engine that cannot be used; str() gives the reason and a remedy."""


class Engine(Protocol):
    """Solves chunks, several at a time."""

    @property
    def slots(self) -> int:
        """How many chunks it takes at a time."""
        ...

    @property
    def running(self) -> Sequence[Lease]:
        """The chunks that it has now."""
        ...

    @property
    def waiting(self) -> str:
        """Why none of them is being solved, where that may last and the engine knows it; otherwise empty."""
        ...

    def warm_up(self) -> None:
        """Get ready while a study is still prepared."""
        ...

    def start(self, leases: Sequence[Lease]) -> None:
        """Take chunks, at most as many as there is room for."""
        ...

    def wait(self, seconds: float) -> list[Report]:
        """The outcomes of chunks since the last call; waits at most `seconds` for the first."""
        ...

    def ask_to_stop(self, chunks: set[int]) -> None:
        """Let chunks end soon; their cases are then reported as cancelled. An engine that cannot ask does nothing."""
        ...

    def drop(self, chunks: set[int]) -> None:
        """Give up chunks without a report."""
        ...

    def whereabouts(self) -> Sequence[tuple[Lease, Whereabouts]]:
        """How far the running chunks are, where the engine knows."""
        ...

    def close(self) -> None:
        """Give up everything that runs."""
        ...


def shard_name(lease: Lease) -> str:
    """The file of a chunk's rows: every lease of a chunk has its own."""
    return f"{lease.chunk:08d}-{lease.epoch}.h5"
