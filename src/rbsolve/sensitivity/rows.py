"""The last stage of a tangent: derivatives of sensors, which are functions of rows, along the tangents of these rows.

Differences are taken along the rows, with a separate step size for each row. Sensors also read lengths, masses and
frames. So differences are also taken between the sensors of the decks on both sides of a parameter. Both kinds of
differences are extrapolated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import CheckedDeck
from rbsolve.sensitivity.derivative import Derivative, failed_derivative
from rbsolve.sensitivity.extrapolation import Tableau
from rbsolve.sensitivity.methods import TANGENT
from rbsolve.sensitivity.seeds import Seeds
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.solver.assembly.initial.closure import typical_length
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.plan import SensorPlan

Floats = NDArray[np.float64]
LARGEST, FEWEST, MOST = 2.0**-7, 2, 21
"""The first change of a row relative to its largest numbers, and the number of changes. Each change is half of the
previous one. The changes are small because the depth of a contact is a small fraction of the positions.
"""
TINY = 2.0**-46
"""A change of a row that shows the round-off of sensors."""
PLACES = ("x", "e", "joint_rotation")
"""The fields of rows with positions of bodies."""
NOTHING = 1e-10
"""Largest round-off, relative to the largest change of a position in a run."""
EPSILON = float(np.finfo(float).eps)
ENOUGH, NOISY = 1e-12, 8.0
"""No more changes are made for a sensor with a smaller error: relative to its largest derivative, and in units of
round-off.
"""


class Slopes(NamedTuple):
    """Derivatives (n, k) of a sensor with their errors (k,)."""

    values: Floats
    errors: Floats


class RowTangents:
    """The rows of a run, with their tangents with respect to one number of the deck."""

    def __init__(self, checked: CheckedDeck, sensors: Sequence[str], rows: Chunk) -> None:
        """`rows` are all rows of a run, with all their multipliers unchanged."""
        self._plans = [plan for plan in checked.sensors if plan.name in sensors]
        self._names = [plan.name for plan in self._plans]
        self._compiled, self._rows = checked.model, rows
        self._count = int(rows.count[0])
        self._length = typical_length(checked.model.model, checked.model.initial)
        self.time: Floats = rows.time
        self.columns = self._columns(self._plans, rows, SelfStresses(checked.model))
        """The values (n, k) of the sensors."""
        self.scales = {name: float(np.max(np.abs(values), initial=0.0)) for name, values in self.columns.items()}
        """The largest value of each sensor."""

    def slopes(self, seeds: Seeds, tangent: dict[str, Floats]) -> dict[str, Slopes]:
        """The derivatives of all sensors; `tangent` contains the derivatives of the fields of the rows."""
        found = {name: [] for name in self._names}  # type: dict[str, list[Slopes]]
        for part in (self.along(tangent), self.by_sensors(seeds)):
            for name, slopes in part.items():
                found[name].append(slopes)
        return {
            name: Slopes(
                np.sum([part.values for part in parts], axis=0), np.sum([part.errors for part in parts], axis=0)
            )
            for name, parts in found.items()
        }

    def along(self, tangent: dict[str, Floats]) -> dict[str, Slopes]:
        """The derivatives of all sensors along the tangents of the rows."""
        size = self._sizes(tangent)
        directions = {
            name: slopes / size.reshape(-1, *[1] * (slopes.ndim - 1))
            for name, slopes in tangent.items()
            if np.any(slopes)
        }
        tableaux = {name: Tableau() for name in self._names}
        stresses, plans = SelfStresses(self._compiled), self._plans
        noise = {
            name: np.maximum(
                np.max(np.abs(values - self.columns[name]), axis=0, initial=0.0), EPSILON * self.scales[name]
            )
            for name, values in self._columns(plans, self._move(directions, TINY), stresses).items()
        }
        for k in range(MOST):
            step = LARGEST / 2.0**k
            above, below = (self._columns(plans, self._move(directions, sign * step), stresses) for sign in (1.0, -1.0))
            for name in above:
                rounding = noise[name] / (2.0 * step)
                tableaux[name].add((above[name] - below[name]) / (2.0 * step), rounding)
                if k + 1 >= FEWEST and _is_exact(tableaux[name], rounding):
                    plans = [plan for plan in plans if plan.name != name]
            if not plans:
                break
        return {name: _times(tableau, size) for name, tableau in tableaux.items()}

    def by_sensors(self, seeds: Seeds) -> dict[str, Slopes]:
        """The derivatives with respect to numbers of the deck that sensors read directly."""
        tableaux = {name: Tableau() for name in self._names}
        for _, width, above, below in seeds.sides:
            if above.sensors is below.sensors:
                return {}  # no sensor depends on the number directly
            sides = []
            for checked in (above, below):
                plans = [plan for plan in checked.sensors if plan.name in tableaux]
                sides.append(self._columns(plans, self._rows, SelfStresses(checked.model)))
            for name in list(tableaux):
                difference = (sides[0][name] - sides[1][name]) / width
                if not np.any(difference) and tableaux[name].count == 0:
                    del tableaux[name]  # this sensor does not depend on the number directly
                else:
                    tableaux[name].add(difference)
            if not tableaux:
                break
        return {name: Slopes(*tableau.estimate[:2]) for name, tableau in tableaux.items()}

    def differ(self, moved: dict[str, Floats]) -> bool:
        """Whether any sensor changes when numbers are added to the rows."""
        columns = self._columns(self._plans, self._move(moved, 1.0), SelfStresses(self._compiled))
        return any(not np.array_equal(values, self.columns[name]) for name, values in columns.items())

    def _columns(self, plans: Sequence[SensorPlan], rows: Chunk, stresses: SelfStresses) -> dict[str, Floats]:
        """The columns of sensors for some rows, with the smallest possible multipliers."""
        own = rows._replace(multipliers=rows.multipliers.copy())
        stresses.remove(own, 0)
        seen = Rows(own, (0,))
        return {plan.name: plan.evaluate(seen) for plan in plans}

    def _move(self, directions: dict[str, Floats], step: float) -> Chunk:
        """The rows, moved by a step along directions."""
        return self._rows._replace(
            **{name: getattr(self._rows, name) + step * along for name, along in directions.items()}
        )

    def _sizes(self, tangent: dict[str, Floats]) -> Floats:
        """The size of each row's tangent, relative to the largest positions in the run, at least the size of the model or a radian.
        Sensors are linear or quadratic in all other numbers, the largest of which may come from round-off."""
        sizes = np.zeros(self._count)
        for name in PLACES:
            slopes = tangent.get(name)
            if slopes is None:
                continue
            unit = self._length if name == "x" else 1.0
            largest = float(np.max(np.abs(getattr(self._rows, name)), initial=unit))
            of_rows = np.max(np.abs(slopes).reshape(self._count, -1), axis=1, initial=0.0)
            sizes = np.maximum(sizes, of_rows / largest)
        largest = float(np.max(sizes, initial=0.0))
        return np.where(sizes > NOTHING * largest, sizes, largest or 1.0)


def _is_exact(tableau: Tableau, rounding: Floats) -> bool:
    """Whether further steps would not improve a sensor, because round-off grows. Single columns may be zero except for
    round-off.
    """
    values, errors, _ = tableau.estimate
    enough = max(ENOUGH * float(np.max(np.abs(values), initial=0.0)), NOISY * float(np.max(rounding, initial=0.0)))
    return bool(np.all(errors <= enough))


def _times(tableau: Tableau, size: Floats) -> Slopes:
    """Scale derivatives with respect to a step that each row measures in its own size."""
    values, errors, _ = tableau.estimate
    return Slopes(values * size[:, np.newaxis], errors * float(np.max(size, initial=0.0)))


def derivative_along(seeds: Seeds, tangent: dict[str, Floats], ends: RowTangents) -> Derivative:
    """The derivatives of all sensors with respect to one number; `tangent` contains the derivatives of the fields of
    the rows.
    """
    if not all(np.all(np.isfinite(slopes)) for slopes in tangent.values()):
        return failed_derivative(seeds.target, "the motion passes a point where it is not differentiable")
    found = ends.slopes(seeds, tangent)
    return Derivative(
        seeds.target,
        {name: slopes.values for name, slopes in found.items()},
        {name: _errors(slopes, seeds) for name, slopes in found.items()},
        tangent["time"],
        1,
        (seeds.sides[0].step, seeds.sides[-1].step),
        any(np.any(slopes.values) for slopes in found.values()),
        scales=ends.scales,
        method=TANGENT,
    )


def _errors(slopes: Slopes, seeds: Seeds) -> Floats:
    errors: Floats = slopes.errors + seeds.error * np.max(np.abs(slopes.values), axis=0, initial=0.0)
    return errors


def join(parts: Sequence[dict[str, Floats]]) -> dict[str, Floats]:
    """Join the rows of several chunks, field by field."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def rows_of(fields: dict[str, Floats]) -> Chunk:
    """Rows with these fields; all other fields are empty."""
    absent = {name: np.empty(0) for name in Chunk._fields if name not in fields and name != "count"}
    return Chunk(count=np.array([len(fields["time"])]), **fields, **absent)
