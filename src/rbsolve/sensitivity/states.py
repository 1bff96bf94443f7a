"""Keeps states of a run from which steps can be repeated. The adjoint records the steps between two states on its tape.

The number of states is limited, so memory does not grow with the number of steps. If there are too many states, every
second state is dropped. The distance between states then doubles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.sensitivity.ending import fields_of
from rbsolve.sensitivity.starts import LIMITED, Captured
from rbsolve.solver.integrators.base import IntegratorBase
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.memory import Snapshot
from rbsolve.solver.model.outcome import Outcome

Floats = NDArray[np.float64]
APART = 1024
"""The initial number of steps between two states."""
MOST_BYTES, FEWEST = 32e6, 16
"""The largest memory of all states together, and the smallest number of states. This number is kept even if the states
are larger.
"""


class Kept(NamedTuple):
    """A state of an engine between two steps."""

    steps: int
    """The number of steps taken, including rejected steps."""
    rows: int
    """The number of rows written."""
    memory: Snapshot


def keep(stepper: IntegratorBase, rows: int) -> Kept:
    """Copy the current state of an engine that has written some rows."""
    return Kept(taken(stepper), rows, Snapshot(stepper, ""))


def taken(stepper: Any) -> int:
    """Return the number of steps that an engine has taken, including rejected steps."""
    return int(stepper.steps + stepper.rejected_steps)


class KeptRun:
    """An ordinary run that stores some of its states. `engine` takes the steps of the run."""

    def __init__(self, centre: Captured) -> None:
        self.engine: Integrator = centre.engine
        self._stepper: Any = centre.stepper
        self._own_advance = self.engine.advance
        self._drive(self._advance)
        self.states: list[Kept] = []
        self.rows = 0
        self.fields: list[dict[str, Floats]] = []
        """The rows, part by part. Their multipliers are still those of the run."""
        self.apart = APART

    @property
    def flaw(self) -> str:
        """Return the reason why a complete run has no gradients, as the end of a sentence, or an empty text."""
        return LIMITED if self._stepper.pinned_switches else ""

    def release(self) -> None:
        """Restore the engine's own method, so that it runs as before."""
        self._drive(self._own_advance)

    def _drive(self, advance: Callable[[Chunk, int], Outcome | None]) -> None:
        """Replace the engine's method by `advance`."""
        engine: Any = self.engine
        engine.advance = advance

    def _advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        now = taken(self._stepper)
        if self._stepper.is_between_steps and (not self.states or now - self.states[-1].steps >= self.apart):
            self._keep()
        left = self.states[-1].steps + self.apart - now
        before = int(chunk.count[0])
        outcome: Outcome | None = self._own_advance(chunk, max(1, min(budget, left)))
        new = slice(before, int(chunk.count[0]))
        if new.stop > before:
            self.fields.append({name: array[new].copy() for name, array in fields_of(chunk)})
            self.rows += new.stop - before
        return outcome

    def _keep(self) -> None:
        self.states.append(keep(self._stepper, self.rows))
        if len(self.states) > max(FEWEST, MOST_BYTES / self.states[0].memory.size):
            del self.states[1::2]
            self.apart *= 2
