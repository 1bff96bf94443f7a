"""The energy that came from nowhere: its change since the first row less what forces and prescribed motions did (model/energy_flow.py)."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from rbsolve.solver.assembly.initial.closure import typical_length
from rbsolve.solver.forces.spring_damper import SPRING, changed_springs
from rbsolve.solver.model.arrays import (
    BRISTLE_STIFFNESS,
    DEFLECTION,
    FASTEST,
    HOLDS,
    MOVED,
    ROLLED,
    ROLLING_SIZE,
    State,
)
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import WARNING, Finding
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.plan import SensorPlan, plan_energy
from rbsolve.solver.sensors.types.forces import stored

PART = 0.01
"""Of the energy that moved: more that comes from nowhere, or goes there, is worth a warning."""
NEGLIGIBLE, ROUNDING = 1e-5, 1e-9
"""Of the weight of all bodies times the size of the model, and of the energy at the start: what rests moves less."""


class EnergyBalance:
    """What explains the energies of a model's rows."""

    def __init__(self, compiled: CompiledModel) -> None:
        self._compiled = compiled

    @cached_property
    def _plan(self) -> SensorPlan:
        return plan_energy(self._compiled)

    @cached_property
    def _changed(self) -> Ints:
        return np.flatnonzero(changed_springs(self._compiled.model))

    @cached_property
    def _bristles(self) -> tuple[Floats, Floats]:
        """The stiffness of the bristle of each point of contact, along the surface and against rolling."""
        contacts = self._compiled.model.contacts
        law = np.repeat(contacts.law, np.diff(contacts.first), axis=0)
        return law[:, BRISTLE_STIFFNESS], law[:, BRISTLE_STIFFNESS] * law[:, ROLLING_SIZE] ** 2

    def energies(self, rows: Rows) -> Floats:
        """The energy of SYSTEM (rows,)."""
        return np.asarray(self._plan.evaluate(rows)[:, 0], dtype=float)

    def surplus(self, rows: Rows, energies: Floats) -> Floats:
        """Energies less the work since the start; without those of springs that signals change and of bristles, whose power is all work."""
        surplus = energies - rows.work
        if rows.bristle.shape[1]:
            for stiffness, at in zip(self._bristles, (DEFLECTION, ROLLED), strict=True):
                z = rows.bristle[..., at : at + 3]
                stored_there = stiffness * rows.bristle[..., HOLDS] * np.sum(z * z, axis=-1)
                surplus = surplus - 0.5 * np.sum(stored_there, axis=1)
        if len(self._changed):
            surplus = surplus - np.sum(stored(SPRING, rows, self._compiled)[:, self._changed], axis=1)
        return np.asarray(surplus, dtype=float)

    def unexplained(self, rows: Rows, energies: Floats, balance: Floats) -> Floats:
        """Of the change of energy since the first row of the run, in each row (rows,); kept in the `balance` of an integrator."""
        surplus = self.surplus(rows, energies)
        if math.isnan(balance[0]):
            balance[0] = surplus[0]
        unexplained = surplus - balance[0]
        balance[1] = unexplained[-1]
        return np.asarray(unexplained, dtype=float)

    def of_runs(self, rows: Rows, first: Ints, last: Ints) -> tuple[Floats, Floats]:
        """Of runs that begin and end at some rows, the energy at their start and what came from nowhere (runs,)."""
        ends = rows.picked(np.concatenate([first, last]))
        surplus = self.surplus(ends, self.energies(ends))
        return surplus[: len(first)], surplus[len(first) :] - surplus[: len(first)]


def energy_moved(state: State) -> float:
    """The largest kinetic energy, and all that went into the model or out of it."""
    return float(state.watch[FASTEST] + state.watch[MOVED])


def found_energy(
    compiled: CompiledModel, time: float, unexplained: float, moved: float, energy: float
) -> tuple[Finding, ...]:
    """What to report of a run that began with some energy."""
    model = compiled.model
    weight = float(np.sum(model.bodies.mass) * np.linalg.norm(model.gravity))
    allowed = PART * moved + NEGLIGIBLE * weight * typical_length(model, compiled.initial) + ROUNDING * abs(energy)
    if not math.isfinite(unexplained) or abs(unexplained) <= allowed:
        return ()
    whence = "came from nowhere" if unexplained > 0.0 else "went nowhere"
    share = (
        f"{100.0 * (abs(unexplained) / moved):.2g} % of the energy that moved"
        if moved > 0.0
        else "though nothing moves"
    )
    told = (
        f"{abs(unexplained):.3g} J {whence}, {share}: the steps do not resolve the motion, or the method damps it; take smaller ones, or a "
        "method with a tolerance"
    )
    return (Finding(time, WARNING, "unexplained-energy", told),)
