"""Computes unexplained changes of the energy: the change of the energy since the first row, minus the work of forces
and prescribed motions (model/surplus.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

import numpy as np

from rbsolve.solver.assembly.initial.closure import typical_length
from rbsolve.solver.forces.spring_damper import SPRING, changed_springs
from rbsolve.solver.model.arrays import (
    BRISTLE_STIFFNESS,
    DEFLECTION,
    HOLDS,
    ROLLED,
    ROLLING_SIZE,
    Bushings,
    Model,
    Springs,
)
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import WARNING, Finding
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.surplus import UNKNOWN, Flow, Surplus
from rbsolve.solver.sensors.motions.carried import ENDS, end_marks
from rbsolve.solver.sensors.motions.places import repeat_rows
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.plan import SensorPlan, plan_energy
from rbsolve.solver.sensors.types.energy import Store, stores_of
from rbsolve.solver.sensors.types.forces import STORES

PART = 0.01
"""An unexplained gain or loss above this fraction of the moved energy causes a warning."""
NEGLIGIBLE, ROUNDING = 1e-5, 1e-9
"""Energies below these limits do not count as motion. The limits are fractions of the weight of all bodies times the
size of the model, and of the energy at the start.
"""
ALMOST = 0.99
"""If less than this fraction of the largest unexplained change remains at the end, the message contains the time of the
largest change.
"""
OF_ROWS = {
    "bodies": ("mass", "centre", "inertia"),
    "springs": ("stiffness", "damping", "rest_length"),
    "bushings": ("stiffness", "damping", "rotational_stiffness", "rotational_damping"),
    "joints": ENDS,
}
"""Arrays of a model that may differ from row to row, like `gravity`. Energies and sensors of springs, bushings and
joints are computed from them. Sensors of joints may also read the positions at the start. Stored energy does not depend
on `loads`, because a run counts their work.
"""


MOST_MARKS = 1024
"""Number of joints whose marks are remembered, which is more than the number of cases in a group."""


def _field_getter(record: Any, but: Collection[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns all fields of a record except the fields `but`."""
    places = [k for k, name in enumerate(record._fields) if name not in but]
    return itemgetter(*places)


_parts_read = _field_getter(Model, (*OF_ROWS, "gravity", "loads"))
_springs_read = _field_getter(Springs, OF_ROWS["springs"])
_bushings_read = _field_getter(Bushings, OF_ROWS["bushings"])


class EnergyBalance:
    """The energies and the work that explain the output rows of a model."""

    def __init__(self, compiled: CompiledModel) -> None:
        self._compiled = compiled

    @cached_property
    def _plan(self) -> SensorPlan:
        return plan_energy(self._compiled)

    @cached_property
    def _changed(self) -> Ints:
        return np.flatnonzero(changed_springs(self._compiled.model))

    @cached_property
    def _stores(self) -> list[Store]:
        return stores_of(self._compiled)

    @cached_property
    def _bristles(self) -> tuple[Floats, Floats]:
        """Return the stiffness of the bristle of each contact point, along the surface and against rolling."""
        contacts = self._compiled.model.contacts
        law = np.repeat(contacts.law, np.diff(contacts.first), axis=0)
        return law[:, BRISTLE_STIFFNESS], law[:, BRISTLE_STIFFNESS] * law[:, ROLLING_SIZE] ** 2

    def energies(self, rows: Rows) -> Floats:
        """Return the energy of SYSTEM (rows,)."""
        return np.asarray(self._plan.evaluate(rows)[:, 0], dtype=float)

    def surplus(self, rows: Rows, energies: Floats) -> Floats:
        """Return the energies minus the work since the start.

        The energies of bristles, and of springs that signals change, are excluded, because their power counts as work.
        """
        surplus = energies - rows.work
        if rows.bristle.shape[1]:
            for stiffness, at in zip(self._bristles, (DEFLECTION, ROLLED), strict=True):
                z = rows.bristle[..., at : at + 3]
                stored_there = stiffness * rows.bristle[..., HOLDS] * np.sum(z * z, axis=-1)
                surplus = surplus - 0.5 * np.sum(stored_there, axis=1)
        if len(self._changed):
            surplus = surplus - np.sum(STORES[SPRING.name](rows, self._compiled)[:, self._changed], axis=1)
        return np.asarray(surplus, dtype=float)

    def debt(self, rows: Rows) -> Floats:
        """Return the size of the stored energy of all springs together if this energy is negative, and otherwise zero
        (rows,).
        """
        total = np.zeros(len(rows.time))
        for store in self._stores:
            total += np.sum(store(rows, self._compiled), axis=1)
        return np.asarray(np.maximum(-total, 0.0), dtype=float)

    def unexplained_change(self, rows: Rows, energies: Floats, balance: Floats) -> Floats:
        """Return the unexplained change of energy since the first row of the run (rows,). The unexplained change is
        stored in the `balance` of an integrator.
        """
        surplus = self.surplus(rows, energies)
        balance[:] = Surplus(*balance.tolist()).and_of(rows.time, surplus, float(np.max(self.debt(rows))))
        return np.asarray(surplus - balance[0], dtype=float)

    def of_runs(self, rows: Rows, runs: list[slice]) -> list[Surplus]:
        """Return the unexplained changes of the energy in each run, from its rows."""
        surplus, owed = self.surplus(rows, self.energies(rows)), self.debt(rows)
        return [UNKNOWN.and_of(rows.time[run], surplus[run], float(np.max(owed[run]))) for run in runs]


def energy_parts(compiled: CompiledModel) -> tuple[object, ...]:
    """Return the identities of the parts of a model that determine its energies, without the parts `OF_ROWS`.

    Rows of models with equal parts can be examined together.
    """
    # No energy depends on the reference configuration, because rows contain the poses of the bodies and GROUND is at
    # the origin in every model.
    model = compiled.model
    springs_of_joints = _marks_of(model.joints) if len(model.drives.joint) else ()  # no other energy depends on joints
    read = (*_parts_read(model), *_springs_read(model.springs), *_bushings_read(model.bushings))
    return (len(compiled.body_index), springs_of_joints, *map(id, read))


_marks: dict[int, tuple[Joints, tuple[object, ...]]] = {}  # the marks of the last joints, by identity


def _marks_of(joints: Joints) -> tuple[object, ...]:
    known = _marks.get(id(joints))
    if known is None or known[0] is not joints:
        if len(_marks) >= MOST_MARKS:
            _marks.clear()
        known = _marks[id(joints)] = joints, end_marks(joints)
    return known[1]


def of_all_rows(models: Sequence[CompiledModel], rows: Sequence[int]) -> CompiledModel:
    """Return a model for the rows of several models. `rows` contains the number of rows of each model. The parts
    `OF_ROWS` get a leading axis for rows.

    The models have equal `energy_parts`.
    """
    first = models[0]
    if all(compiled.model is first.model for compiled in models):
        return first
    gravity = repeat_rows([compiled.model.gravity for compiled in models], rows)
    changed: dict[str, Any] = {"gravity": gravity if gravity.ndim == 1 else gravity[:, None]}
    for name, fields in OF_ROWS.items():
        parts = [getattr(compiled.model, name) for compiled in models]
        if any(part is not parts[0] for part in parts):
            arrays = {field: repeat_rows([getattr(part, field) for part in parts], rows) for field in fields}
            changed[name] = parts[0]._replace(**arrays)
    initial = first.initial
    if "joints" in changed:
        initial = initial._replace(x=repeat_rows([compiled.initial.x for compiled in models], rows))
    return first._replace(model=first.model._replace(**changed), initial=initial)


def found_energy(
    compiled: CompiledModel, time: float, surplus: Surplus, flow: Flow, moved: float
) -> tuple[Finding, ...]:
    """Return the diagnostics about the energy of a run that has ended at `time`. `moved` is the moved energy [J]."""
    if not math.isfinite(surplus.end):
        return ()
    between = flow.between(surplus)
    amount, whence = abs(surplus.largest), "appeared without a source" if surplus.largest > 0.0 else "disappeared"
    if amount < ALMOST * between:
        amount, whence = between, "appeared without a source between two rows"
    elif abs(surplus.end) < ALMOST * amount:
        whence = f"{whence} until t = {surplus.when:.6g} s"
    if amount <= PART * moved or amount <= PART * moved + _least(compiled, surplus):
        return ()
    share = f"{100.0 * (amount / moved):.2g} % of the energy exchanged" if moved > 0.0 else "although nothing moves"
    told = (
        f"{amount:.3g} J {whence}, {share}: the steps do not resolve the motion, or the method damps it; use smaller "
        "steps, or a method with a tolerance"
    )
    return (Finding(time, WARNING, "unexplained-energy", told),)


def _least(compiled: CompiledModel, surplus: Surplus) -> float:
    """Return the smallest unexplained energy [J] that causes a warning, even if nothing moves.

    With constraints, bodies at rest have speeds of the size of round-off. The limit corresponds to speeds that do not
    move a body by a visible fraction of the model's size during the run.
    """
    model, schedule = compiled.model, compiled.schedule
    mass, size = float(np.sum(model.bodies.mass)), typical_length(model, compiled.initial)
    duration = schedule.stop - schedule.start
    creeping = 0.5 * mass * (ROUNDING * size / duration) ** 2 if duration > 0.0 else 0.0
    return NEGLIGIBLE * mass * float(np.linalg.norm(model.gravity)) * size + ROUNDING * abs(surplus.start) + creeping
