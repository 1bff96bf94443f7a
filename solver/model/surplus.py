"""Computes the energy balance of a run: unexplained changes of the energy, and the moved energy as their scale.

A change of the energy is unexplained if it differs from the work. The moved energy consists of kinetic energy and work.
A fault may itself cause most of both. For example, if a step wrongly accelerates a body, its kinetic energy is large,
and brakes then do work. Unexplained energy is therefore excluded from the moved energy:

- Usually, forces store no negative energy. Kinetic plus gravitational energy, minus the work since the start, can
  therefore not exceed the energy at the start. Any excess is unexplained. Kernels also examine this excess between
  output rows (`EXCESS`), because the output rows may show no fault.
- Springs that push away or pull with a constant force can have negative energy. The largest size of this negative
  energy in an output row is added to the energy at the start.
- Energy that leaves the model was present before, or was supplied. Its limit is the sum of the energy at the start, the
  energy that gravity gave, and the energy that entered.

The largest unexplained change in any row decides, because the method or the model may damp a fault before the last row.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Self

import numpy as np

from rbsolve.solver.model.arrays import BROUGHT, EXCESS, FALLEN, FASTEST, WORK, State
from rbsolve.solver.model.flat import Floats


class Surplus(NamedTuple):
    """The energies [J] and unexplained changes [J] in the output rows of a run. `IntegratorBase.balance` stores these
    numbers. All numbers are NaN before the first row.
    """

    start: float
    """The energy of the model at the first row."""
    end: float
    """The unexplained part of the change of energy in the last row."""
    largest: float
    """The unexplained change of energy in the row in which its absolute value is largest."""
    when: float
    """The time of the row with the largest change [s]."""
    most: float
    """The largest unexplained increase of the energy, or zero."""
    owed: float
    """The largest size of the negative energy of all springs together, or zero."""

    def and_of(self, time: Floats, surplus: Floats, owed: float) -> Self:
        """Return the report after further rows. `surplus` contains their energies minus the work."""
        start = float(surplus[0]) if math.isnan(self.start) else self.start
        unexplained = surplus - start
        row = int(np.abs(unexplained).argmax())
        largest, when = float(unexplained[row]), float(time[row])
        if abs(self.largest) >= abs(largest):
            largest, when = self.largest, self.when
        most = max(0.0 if math.isnan(self.most) else self.most, float(unexplained.max()))
        owed = max(0.0 if math.isnan(self.owed) else self.owed, owed)
        return type(self)(start=start, end=float(unexplained[-1]), largest=largest, when=when, most=most, owed=owed)


UNKNOWN = Surplus(*[math.nan] * len(Surplus._fields))
"""The report before the first row."""


class Flow(NamedTuple):
    """The energies that the kernels accumulate until the end of a run [J] (model/energy_flow.py)."""

    fastest: float
    """The largest kinetic energy."""
    excess: float
    """The largest sum of kinetic and gravitational energy, minus the work so far."""
    fallen: float
    """The largest energy that gravity supplied, relative to the inertial origin."""
    brought: float
    """The work of all steps that supplied energy."""
    work: float
    """The total work since the start."""

    @classmethod
    def of(cls, state: State) -> Self:
        """Return the energies that a state has accumulated."""
        watch = state.watch.tolist()
        return cls(watch[FASTEST], watch[EXCESS], watch[FALLEN], watch[BROUGHT], watch[WORK])

    def between(self, surplus: Surplus) -> float:
        """Return a lower bound of the unexplained increase of the energy, in or between output rows. Without evidence
        of such an increase, it is zero.
        """
        return max(self.excess - surplus.owed - surplus.start, 0.0)

    def moved_energy(self, surplus: Surplus) -> float:
        """Return the moved energy, without the unexplained energy."""
        made = max(surplus.most, self.between(surplus))
        there = max(surplus.start + surplus.owed + self.fallen, 0.0) + self.brought
        return max(self.fastest - made, 0.0) + self.brought + min(self.brought - self.work, there)
