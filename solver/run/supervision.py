"""Supervision of a run from outside: progress, interruption, checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.findings import Finding
from rbsolve.solver.model.outcome import Outcome


class Progress(NamedTuple):
    """The progress of a run."""

    time: float
    """Simulated time [s]"""
    steps: int
    findings: tuple[Finding, ...] = ()
    """The diagnostics of the run so far, in order of time"""


def never() -> bool:
    """Return False: the default of an optional request."""
    return False


class Supervision(NamedTuple):
    """The callbacks of a run for progress and interruption, called about ten times per second of wall time."""

    progress: Callable[[Progress], None] | None = None
    interrupted: Callable[[], bool] = never
    """Whether the run must end at the next point from which it can be resumed"""
    asked: Callable[[], bool] = never
    """Whether the keeper, if there is one, must write a checkpoint now"""
    every: float | None = None
    """Wall time between checkpoints of the keeper [s]; None for the default"""


UNWATCHED = Supervision()


class Keeper(Protocol):
    """Writes checkpoints. A checkpoint stores the rows so far, and the state from which the run can be resumed."""

    def begin(self, engine: Integrator) -> None:
        """Begin to keep a run, when its engine is ready to start. A keeper may restore a later state to the engine."""
        ...

    def is_due(self) -> bool:
        """Whether rows or state must be stored now; called about ten times per second."""
        ...

    def keep(self, engine: Integrator) -> None:
        """Store a checkpoint: all rows so far are in the sink, and the engine is between two steps."""
        ...

    def end(self, engine: Integrator, outcome: Outcome) -> None:
        """Finish keeping a run that has ended. All rows are in the sink."""
        ...
