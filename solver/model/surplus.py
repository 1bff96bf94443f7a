"""The energy report of a run: the moved energy, and energy without a source.

Energy without a source is measured relative to the energy that moved. A fault may have moved most of that energy
itself: if a step accelerates a body wrongly, the body is fast, and brakes then do work. Energy without a source is
therefore excluded from both speed and work:

- Forces store no negative energy. So kinetic and gravitational energy minus the work so far cannot exceed the energy at the start. Any
  excess has no source. Kernels also examine this excess between output rows, which may show no fault (`EXCESS`). Springs that push away or
  pull with a constant force can have negative energy; the largest such debt in a row is added.
- Energy that leaves was there before or was brought in. Its limit is the sum of the energy at the start, the energy that gravity gave,
  and the energy that came in.

The largest surplus of all rows decides, not the surplus of the last row, because the method or the model may damp the fault later.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Self

import numpy as np

from rbsolve.solver.model.arrays import BROUGHT, EXCESS, FALLEN, FASTEST, WORK, State
from rbsolve.solver.model.flat import Floats


class Surplus(NamedTuple):
    """The energies [J] in the output rows of a run. `IntegratorBase.balance` stores them as numbers, NaN before the first row."""

    start: float
    """The energy of the model at the first row"""
    end: float
    """The unexplained part of the change of energy in the last row"""
    largest: float
    """The unexplained change of energy in the row where its absolute value is largest"""
    when: float
    """The time of that row [s]"""
    most: float
    """The largest energy that appeared without a source, or zero"""
    owed: float
    """The largest debt of all springs together, or zero"""

    def and_of(self, time: Floats, surplus: Floats, owed: float) -> Self:
        """The report after further rows; `surplus` is their energies minus the work."""
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
"""The report before the first row"""


class Flow(NamedTuple):
    """The energies that the kernels accumulate until the end of a run [J] (model/energy_flow.py)."""

    fastest: float
    """The largest kinetic energy"""
    excess: float
    """The largest sum of kinetic and gravitational energy, minus the work so far"""
    fallen: float
    """The largest energy that gravity gave, relative to the inertial origin"""
    brought: float
    """The work of all steps that brought energy in"""
    work: float
    """The total work since the start"""

    @classmethod
    def of(cls, state: State) -> Self:
        """The energies that a state has accumulated."""
        return cls(*(float(state.watch[number]) for number in (FASTEST, EXCESS, FALLEN, BROUGHT, WORK)))

    def between(self, surplus: Surplus) -> float:
        """A lower bound of the energy without a source, in output rows or between them; zero if there is no evidence."""
        return max(self.excess - surplus.owed - surplus.start, 0.0)

    def moved_energy(self, surplus: Surplus) -> float:
        """The energy that moved, excluding energy without a source."""
        made = max(surplus.most, self.between(surplus))
        there = max(surplus.start + surplus.owed + self.fallen, 0.0) + self.brought
        return max(self.fastest - made, 0.0) + self.brought + min(self.brought - self.work, there)
