"""Differentiates the end of a run that an event ends. The time of the event depends on the numbers of the deck, and the
last row depends on this time.

The last step of such a run ends when a signal reaches its threshold. In the last step, the end time carries a
derivative of its own. So the last row is a function of the deck's numbers and of the end time. The implicit function
theorem gives the derivatives of the end time: `dt/dp = -(ds/dp - dc/dp) / (ds/dt)`, for the signal s and the threshold
c.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.compiler.lifting import LiftedMemory, LiftedRun
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.signals import Events

Floats = NDArray[np.float64]


def fields_of(chunk: Chunk) -> list[tuple[str, Floats]]:
    """Return the arrays of floats in a chunk that are not empty."""
    return [(name, getattr(chunk, name)) for name in Chunk._fields if name != "count" and len(getattr(chunk, name))]


class LastRow(NamedTuple):
    """The last row of a run. Each field has numbers (1, ...) and derivatives (1, ..., p)."""

    numbers: dict[str, Floats]
    tangents: dict[str, Floats]

    def replace_in(self, numbers: dict[str, Floats], tangents: dict[str, Floats]) -> None:
        """Replace the last row of a chunk by this row."""
        for name, values in self.numbers.items():
            numbers[name][-1:], tangents[name][-1:] = values, self.tangents[name]


class Carried:
    """The derivatives of a run with events (`integrators.base.Carrier`) with respect to `count` numbers."""

    def __init__(self, lifted: LiftedRun, events: Events, count: int) -> None:
        """`events` are the events in the arguments of the kernel."""
        self._lifted, self._events, self._count = lifted, events, count
        self._ends = ends_by_event(events)
        self.last: LastRow | None = None
        self.standing: int | None = None
        """The event that ends the run although the rate of its signal is zero. The time of such an event has no
        derivative.
        """

    def memory(self) -> LiftedMemory:
        """Return a copy of the current derivatives."""
        return self._lifted.capture()

    def go_back(self, memory: Any) -> None:
        """Restore derivatives that were copied before."""
        self._lifted.restore(memory)

    def move(self, time: Floats) -> None:
        """For each number, use the last derivative for the derivative with respect to the end time of a step."""
        if self._ends:
            self._lifted.memory.of(time)[..., -1] = 1.0

    def end(self, row: Chunk, event: int) -> None:
        """Store the last row."""
        last = int(row.count[0]) - 1
        duals = {name: self._lifted.of_row_field(array)[last : last + 1] for name, array in fields_of(row)}
        own = slice(1, 1 + self._count)
        signal = duals["signal"][0, self._events.signal[event]]
        threshold = self._lifted.memory.of(self._events.threshold)[event]
        rate = float(signal[-1])
        if rate == 0.0:
            self.standing = event
            rate = np.nan
        moved = (threshold[own] - signal[own]) / rate
        self.last = LastRow(
            {name: each[..., 0].copy() for name, each in duals.items()},
            {name: each[..., own] + each[..., -1:] * moved for name, each in duals.items()},
        )


def ends_by_event(events: Events) -> bool:
    """Return whether any event ends the run."""
    return bool(np.any(events.terminate))
