"""The energy report of a run: the motion, and energy without a source.

It is measured by the energy that moved. A fault may have moved most of that itself: a body that a step throws is fast, and brakes then do
work. Energy without a source therefore counts neither as speed nor as work:

- Forces store no less than nothing. Kinetic energy and that of gravity, less the work so far, are thus at most the energy at the start. Any
  excess has no source. The kernels look at it between rows too (`EXCESS`), where no row shows a fault. Springs that can owe energy, because
  they push away or pull with a constant force, add the most that they owed in a row.
- Work that goes out was there before, or was brought in: it counts up to the energy at the start, what gravity gave, and what came in.

The largest surplus of all decides, not that of the last row, because the method or model may damp the fault later.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Self

import numpy as np

from rbsolve.solver.model.arrays import BROUGHT, EXCESS, FALLEN, FASTEST, WORK, State
from rbsolve.solver.model.flat import Floats


class Surplus(NamedTuple):
    """The energies [J] in the rows of a run; kept as the numbers of `IntegratorBase.balance`, NaN before the first row."""

    start: float
    """The energy at the first row."""
    end: float
    """The unexplained part of the change of energy in the last row."""
    largest: float
    """The change of energy that nothing explains, in the row where its amount is largest."""
    when: float
    """The time of that row [s]."""
    most: float
    """The largest that came from nowhere; zero where none did."""
    owed: float
    """The most that all springs together owed; zero where they never did."""

    def and_of(self, time: Floats, surplus: Floats, owed: float) -> Self:
        """Add further rows, with their energies less the work."""
        start = float(surplus[0]) if math.isnan(self.start) else self.start
        unexplained = surplus - start
        row = int(np.argmax(np.abs(unexplained)))
        largest, when = float(unexplained[row]), float(time[row])
        if abs(self.largest) >= abs(largest):
            largest, when = self.largest, self.when
        most = max(0.0 if math.isnan(self.most) else self.most, float(np.max(unexplained)))
        return self._replace(
            start=start,
            end=float(unexplained[-1]),
            largest=largest,
            when=when,
            most=most,
            owed=max(0.0 if math.isnan(self.owed) else self.owed, owed),
        )


UNKNOWN = Surplus(*[math.nan] * len(Surplus._fields))
"""Before the first row."""


class Flow(NamedTuple):
    """The energies that the kernels accumulate until the end of a run [J] (model/energy_flow.py)."""

    fastest: float
    """The largest kinetic energy."""
    excess: float
    """The largest kinetic energy with that of gravity, less the work so far."""
    fallen: float
    """The most that gravity gave, from the inertial origin on."""
    brought: float
    """The work of all steps that brought energy in."""
    work: float
    """All work."""

    @classmethod
    def of(cls, state: State) -> Self:
        """The data of a state."""
        return cls(*(float(state.watch[number]) for number in (FASTEST, EXCESS, FALLEN, BROUGHT, WORK)))

    def between(self, surplus: Surplus) -> float:
        """Energy without a source at least, in a state between rows or in one; zero where nothing shows it."""
        return max(self.excess - surplus.owed - surplus.start, 0.0)

    def moved_energy(self, surplus: Surplus) -> float:
        """The energy that moved, without energy without a source."""
        made = max(surplus.most, self.between(surplus))
        there = max(surplus.start + surplus.owed + self.fallen, 0.0) + self.brought
        return max(self.fastest - made, 0.0) + self.brought + min(self.brought - self.work, there)
