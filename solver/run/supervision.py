"""Defines the interface by which a program supervises a run: progress, interruption and checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.findings import Finding
from rbsolve.solver.model.outcome import Outcome


class Progress(NamedTuple):
    """The progress of a run."""

    time: float
    """Simulated time [s]."""
    steps: int
    findings: tuple[Finding, ...] = ()
    """The diagnostics of the run so far, in order of time."""


def never() -> bool:
    """Return False. This function is the default of an optional request."""
    return False


class Supervision(NamedTuple):
    """The callbacks of a run for progress and interruption. The run calls them about ten times per second of wall time."""

    progress: Callable[[Progress], None] | None = None
    interrupted: Callable[[], bool] = never
    """Returns whether the run must end at the next state from which it can be resumed."""
    asked: Callable[[], bool] = never
    """Returns whether the keeper, if there is one, must write a checkpoint now."""
    every: float | None = None
    """Wall time between checkpoints of the keeper [s]. None means the default."""


UNWATCHED = Supervision()


class Keeper(Protocol):
    """Writes checkpoints. A checkpoint contains the rows so far, and a state from which the run can be resumed."""

    def begin(self, engine: Integrator) -> None:
        """Prepare to write checkpoints of a run whose engine is ready to start. The keeper may also restore a later
        state in the engine.
        """
        ...

    def is_due(self) -> bool:
        """Return whether rows or state must be stored now. The run calls this function about ten times per second."""
        ...

    def keep(self, engine: Integrator) -> None:
        """Store a checkpoint. The sink contains all rows so far, and the engine is between two steps."""
        ...

    def end(self, engine: Integrator, outcome: Outcome) -> None:
        """Store the end of a run. The sink contains all rows."""
        ...
