"""Performs the last stage of a tangent. Sensors are functions of rows, so they are differentiated along the tangents of
the rows.

Differences are taken along the rows, with a separate step size for each row. Sensors also read lengths, masses and
frames. So differences are also taken between the sensors of two decks, with values on both sides of the parameter's
value. Both kinds of differences are extrapolated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.separation import NotAlike
from rbsolve.pipeline import CheckedDeck
from rbsolve.sensitivity.derivative import Derivative, failed_derivative, is_round_off
from rbsolve.sensitivity.extrapolation import Estimate, Tableau
from rbsolve.sensitivity.methods import TANGENT
from rbsolve.sensitivity.seeds import OfAll, Seeds
from rbsolve.sensitivity.starts import NoTangent
from rbsolve.sensitivity.stressed import RowStresses
from rbsolve.solver.assembly.initial.closure import typical_length
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.plan import SensorPlan

Floats = NDArray[np.float64]
LARGEST, FEWEST, MOST = 2.0**-7, 2, 21
"""The first change of a row, relative to the largest numbers of the row, and the smallest and largest number of
changes. Each change is half of the previous change. The changes are small because the depth of a contact is a small
fraction of the positions.
"""
STRESSED = 2.0**-14
"""The first change of rows of redundant constraints. Its square is far below the smallest singular value of independent
constraints.
"""
TINY = 2.0**-46
"""A change of a row that shows the round-off of sensors."""
MOST_ROWS = 5_000
"""The largest number of rows that are evaluated at once."""
PLACES = ("x", "e", "joint_rotation")
"""The fields of rows with positions of bodies."""
NOTHING = 1e-10
"""Largest round-off, relative to the largest change of a position in a run."""
EPSILON = float(np.finfo(float).eps)
STILL = 4.0 * EPSILON
"""The largest change of a sensor that counts as round-off, relative to the largest value of the sensor."""
DIRECT, VAIN = 1e-10, 3
"""Permitted error of a direct derivative of a sensor, relative to the largest direct derivative. The second number is
the number of steps without a smaller error after which the result is accepted.
"""
ENOUGH, NOISY = 1e-12, 8.0
"""If the error of a sensor is below these limits, no more changes follow. The first limit is relative to the sensor's
largest derivative, the second is in units of round-off.
"""


class Slopes(NamedTuple):
    """Derivatives (n, k) of a sensor with their errors (k,)."""

    values: Floats
    errors: Floats


class RowTangents:
    """Stores the rows of a run, and differentiates sensors along tangents of these rows."""

    def __init__(self, checked: CheckedDeck, sensors: Sequence[str], rows: Chunk) -> None:
        """`rows` contains all rows of a run. Their multipliers must still be those of the run."""
        self._plans = [plan for plan in checked.sensors if plan.name in sensors]
        self._names = [plan.name for plan in self._plans]
        self._rows = rows
        self._count = int(rows.count[0])
        self._length = typical_length(checked.model.model, checked.model.initial)
        self.time: Floats = rows.time
        self._stresses = RowStresses(checked.model, rows)
        self._loaded = self._loaded_sensors()
        """The sensors that read multipliers, from which self-stresses must be removed."""
        self.columns = self._columns(self._plans, rows)
        """The values (n, k) of the sensors."""
        self._reads_stresses = bool(self._loaded) and self._differs(self._values(self._plans, rows))
        self.scales = {name: float(np.max(np.abs(values), initial=0.0)) for name, values in self.columns.items()}
        """The largest value of each sensor."""
        self._moving = [plan for plan in self._plans if not is_round_off(plan.sensor_type, self.scales[plan.name])]
        """The sensors whose derivatives are not zero by definition."""
        self._still: dict[int, frozenset[str]] = {}
        """Sensors that depend on none of several numbers directly, by the identity of the data of these numbers."""

    def slopes(self, seeds: Sequence[Seeds], tangents: dict[str, Floats]) -> list[dict[str, Slopes]]:
        """Return the derivatives of all sensors with respect to each of p numbers. `tangents` contains the derivatives
        (n, ..., p) of the fields of the rows.
        """
        found: list[dict[str, Slopes]] = []
        at_once = max(1, MOST_ROWS // max(1, self._count))
        for first in range(0, len(seeds), at_once):
            own = {name: slopes[..., first : first + at_once] for name, slopes in tangents.items()}
            part = seeds[first : first + at_once]
            along = self.along(own, len(part))
            found += [_sum(along[k], self.by_sensors(each)) for k, each in enumerate(part)]
        return found

    def along(self, tangents: dict[str, Floats], count: int, moves: bool = True) -> list[dict[str, Slopes]]:
        """From the tangents of the output rows, return the derivatives of all sensors with respect to `count`
        parameters.

        Raise NoTangent if the smallest reactions of redundant constraints have no derivatives along which the run
        `moves`.
        """
        sizes = np.stack([self._sizes({name: each[..., k] for name, each in tangents.items()}) for k in range(count)])
        directions = {
            name: np.moveaxis(slopes, -1, 0) / sizes.reshape(*sizes.shape, *[1] * (slopes.ndim - 2))
            for name, slopes in tangents.items()
            if np.any(slopes)
        }
        plans = self._moving
        tableaux = {plan.name: Tableau() for plan in plans}
        moved = _Moved(self._rows, count)
        noise = {
            name: np.maximum(
                np.max(np.abs(values - np.tile(self.columns[name], count)), axis=0, initial=0.0),
                EPSILON * self.scales[name],
            )
            for name, values in moved.by_number(self._columns(plans, moved.rows(directions, TINY))).items()
        }
        largest = STRESSED if self._reads_stresses else LARGEST
        if self._reads_stresses and moves:
            self._stresses.check(moved.rows(directions, largest))
        for k in range(MOST):
            step = largest / 2.0**k
            above, below = (
                moved.by_number(self._columns(plans, moved.rows(directions, sign * step))) for sign in (1.0, -1.0)
            )
            for name in above:
                rounding = noise[name] / (2.0 * step)
                tableaux[name].add((above[name] - below[name]) / (2.0 * step), rounding)
                if k + 1 >= FEWEST and _is_exact(tableaux[name], rounding, count):
                    plans = [plan for plan in plans if plan.name != name]
            if not plans:
                break
        estimates = {name: tableau.estimate for name, tableau in tableaux.items()}
        zeros = {
            name: Slopes(np.zeros_like(values), np.zeros(values.shape[1])) for name, values in self.columns.items()
        }
        return [
            zeros | {name: _times(estimate, size, k, count) for name, estimate in estimates.items()}
            for k, size in enumerate(sizes)
        ]

    def by_sensors(self, seeds: Seeds) -> dict[str, Slopes]:
        """Return the derivatives with respect to numbers of the deck that sensors read directly.

        The steps that suffice for the engine may be too long for a sensor. In this case, shorter steps follow.
        """
        still = self._still_sensors(seeds.of_all)
        tableaux = {plan.name: Tableau() for plan in self._moving if plan.name not in still}
        if not tableaux:
            return {}
        fewest, vain, left = max(FEWEST, len(seeds.sides)), 0, np.inf
        for k, (_, width, above, below) in enumerate(seeds.all_sides()):
            if above.sensors is below.sensors:
                return {}  # no sensor depends on the number directly
            planned = [_planned(checked) for checked in (above, below)]
            shared = {id(plan) for plan in planned[0]} & {id(plan) for plan in planned[1]}
            sides = []
            for checked, own in zip((above, below), planned, strict=True):
                plans = [plan for plan in own if plan.name in tableaux and id(plan) not in shared]
                if k == 0 and self._reads_stresses:
                    self._stresses.check(self._rows, checked.model)
                sides.append(self._columns(plans, self._rows, checked.model) if plans else {})
            for name in list(tableaux):
                difference = (sides[0][name] - sides[1][name]) / width if name in sides[0] else 0.0
                if not np.any(difference) and tableaux[name].count == 0:
                    del tableaux[name]  # the sensor does not depend on the number directly
                else:
                    tableaux[name].add(np.broadcast_to(difference, self.columns[name].shape))
            if not tableaux:
                break
            if k + 1 >= fewest:
                before, left = left, max(self._excess(name, tableau, width) for name, tableau in tableaux.items())
                vain = 0 if left < before else vain + 1
                if left <= 1.0 or vain == VAIN:
                    break
        return {name: Slopes(*tableau.estimate[:2]) for name, tableau in tableaux.items()}

    def _still_sensors(self, of_all: OfAll | None) -> frozenset[str]:
        """Return sensors that depend on none of several numbers directly."""
        if of_all is None or of_all.still.issuperset(self._names):
            return frozenset() if of_all is None else of_all.still
        if id(of_all) not in self._still:
            columns = [self._columns(self._plans_of(side), self._rows, side.model) for side in of_all.sides()]
            same = {
                name
                for name in self._names
                if len(columns) == 2
                and np.max(np.abs(columns[0][name] - columns[1][name]), initial=0.0) <= STILL * self.scales[name]
            }
            self._still[id(of_all)] = of_all.still | same
        return self._still[id(of_all)]

    def _plans_of(self, checked: CheckedDeck) -> list[SensorPlan]:
        return [plan for plan in checked.sensors if plan.name in self.scales]

    def _excess(self, name: str, tableau: Tableau, width: float) -> float:
        """Return the error of the direct derivatives of a sensor, in units of the permitted error."""
        values, errors, _ = tableau.estimate
        noise = NOISY * EPSILON * self.scales[name] / abs(width)
        permitted = max(DIRECT * float(np.max(np.abs(values), initial=0.0)), noise)
        return float(np.max(errors, initial=0.0)) / permitted if permitted > 0.0 else 0.0

    def differ(self, moved: dict[str, Floats]) -> bool:
        """Return whether any sensor changes when small numbers are added to the rows."""
        return self._differs(self._columns(self._plans, _Moved(self._rows, 1).rows(moved, 1.0)))

    def _differs(self, columns: dict[str, Floats]) -> bool:
        return any(not np.array_equal(values, self.columns[name]) for name, values in columns.items())

    def _columns(
        self, plans: Sequence[SensorPlan], rows: Chunk, neighbour: CompiledModel | None = None
    ) -> dict[str, Floats]:
        """Return the columns of sensors for some rows with the smallest possible multipliers. The geometry belongs to
        this model or to a `neighbour`.
        """
        if any(plan.name in self._loaded for plan in plans):
            rows = self._stresses.removed(rows, neighbour)
        return self._values(plans, rows)

    def _loaded_sensors(self) -> frozenset[str]:
        """Return the sensors that read multipliers, if self-stresses may load some joints."""
        if not self._stresses.exist:
            return frozenset()
        own = self._rows.multipliers
        load = (1.0 + float(np.max(np.abs(own), initial=0.0))) * np.cos(np.arange(own.shape[1]))
        sides = (self._values(self._plans, self._rows._replace(multipliers=each)) for each in (own, own + load))
        before, behind = sides
        return frozenset(name for name in self._names if not np.array_equal(before[name], behind[name]))

    def _values(self, plans: Sequence[SensorPlan], rows: Chunk) -> dict[str, Floats]:
        seen = Rows(rows, tuple(range(0, int(rows.count[0]), max(1, self._count))))
        return {plan.name: plan.evaluate(seen) for plan in plans}

    def _sizes(self, tangent: dict[str, Floats]) -> Floats:
        """Return the size of each row's tangent, relative to the largest position and the largest rotation in the run.
        As a divisor, a position is at least the size of the model, and a rotation at least one radian. All other
        numbers are ignored, because sensors are linear or quadratic in them, and the largest may come from round-off.
        """
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


def _planned(checked: CheckedDeck) -> Sequence[SensorPlan]:
    """Return the sensors of a neighbouring deck. Raise NoTangent if they have errors there."""
    try:
        return tuple(checked.sensors)
    except (NotAlike, ArithmeticError):
        raise NoTangent("with other values, a sensor has errors") from None


class _Moved:
    """The rows of a run, repeated p times: once for each number with derivatives."""

    def __init__(self, rows: Chunk, count: int) -> None:
        self._count, self._n = count, int(rows.count[0])
        fields = {name: self._repeat(field) for name, field in rows._asdict().items() if name != "count"}
        self._rows = Chunk(count=count * rows.count, **fields)

    def _repeat(self, field: Floats) -> Floats:
        return field if self._count == 1 or not field.size else np.concatenate([field] * self._count)

    def rows(self, directions: dict[str, Floats], step: float) -> Chunk:
        """Return the rows after a step along the directions (p, n, ...). Each of the p numbers has its own directions."""
        moved = {}
        for name, along in directions.items():
            field = getattr(self._rows, name)
            moved[name] = field + step * along.reshape(field.shape)
        if "e" in moved:  # sensors compute rotations by different branches, which agree only for unit quaternions
            moved["e"] /= np.sqrt(np.einsum("...k,...k", moved["e"], moved["e"]))[..., np.newaxis]
        return self._rows._replace(**moved)

    def by_number(self, columns: dict[str, Floats]) -> dict[str, Floats]:
        """Convert columns (p n, k) of sensors to (n, p k). All columns of the first number come first."""
        if self._count == 1:
            return columns
        found = {}
        for name, values in columns.items():
            of_numbers = values.reshape(self._count, self._n, -1).transpose(1, 0, 2)
            found[name] = of_numbers.reshape(self._n, -1)
        return found


def _sum(along: dict[str, Slopes], of_sensors: dict[str, Slopes]) -> dict[str, Slopes]:
    """Add the derivatives along the rows and the direct derivatives of sensors."""
    return {
        name: slopes if (own := of_sensors.get(name)) is None else Slopes(slopes[0] + own[0], slopes[1] + own[1])
        for name, slopes in along.items()
    }


def _is_exact(tableau: Tableau, rounding: Floats, count: int) -> bool:
    """Return whether round-off prevents any improvement by further steps, for all of `count` parameters. Single columns
    may be zero except for round-off.
    """
    values, errors, _ = tableau.estimate
    largest, noise = (
        np.max(each.reshape(count, -1), axis=1, initial=0.0)
        for each in (np.max(np.abs(values), axis=0, initial=0.0), rounding)
    )
    enough = np.maximum(ENOUGH * largest, NOISY * noise)
    return bool(np.all(errors.reshape(count, -1) <= enough[:, np.newaxis]))


def _times(estimate: Estimate, size: Floats, number: int, count: int) -> Slopes:
    """Return the derivatives with respect to one of `count` parameters. They are computed from derivatives with respect
    to a step. The unit of this step differs from row to row.
    """
    columns = estimate.values.shape[1] // count
    own = slice(number * columns, (number + 1) * columns)
    return Slopes(
        estimate.values[:, own] * size[:, np.newaxis], estimate.errors[own] * float(np.max(size, initial=0.0))
    )


def derivatives_along(seeds: Sequence[Seeds], tangents: dict[str, Floats], ends: RowTangents) -> list[Derivative]:
    """Return the derivatives of all sensors with respect to each of p numbers. `tangents` contains the derivatives (n,
    ..., p) of the fields of the rows.
    """
    columns = {id(each): k for k, each in enumerate(seeds)}
    rough = "the motion passes a point where it is not differentiable"

    def derive(some: Sequence[Seeds]) -> list[Derivative]:
        places = [columns[id(each)] for each in some]
        own = {name: each[..., places] for name, each in tangents.items()}
        if not all(np.all(np.isfinite(each)) for each in own.values()):
            raise NoTangent(rough)
        return [
            _derivative(each, slopes, own["time"][..., k], ends.scales)
            for k, (each, slopes) in enumerate(zip(some, ends.slopes(some, own), strict=True))
        ]

    return separately(seeds, derive)


def separately(seeds: Sequence[Seeds], derive: Callable[[Sequence[Seeds]], list[Derivative]]) -> list[Derivative]:
    """Return derivatives with respect to numbers of the deck. If possible, they are computed all at once. If a
    derivative does not exist, the numbers are divided into halves, until each number without a derivative is alone.
    """
    try:
        return derive(seeds)
    except NoTangent as no:
        if len(seeds) == 1:
            return [failed_derivative(seeds[0].target, str(no))]
    middle = len(seeds) // 2
    return separately(seeds[:middle], derive) + separately(seeds[middle:], derive)


def _derivative(seeds: Seeds, found: dict[str, Slopes], time: Floats, scales: dict[str, float]) -> Derivative:
    return Derivative(
        seeds.target,
        {name: slopes.values for name, slopes in found.items()},
        {name: _errors(slopes, seeds) for name, slopes in found.items()},
        time,
        1,
        (seeds.sides[0].step, seeds.sides[-1].step) if seeds.sides else (0.0, 0.0),
        any(np.any(slopes.values) for slopes in found.values()),
        scales=scales,
        method=TANGENT,
    )


def _errors(slopes: Slopes, seeds: Seeds) -> Floats:
    errors: Floats = slopes.errors + seeds.error * np.max(np.abs(slopes.values), axis=0, initial=0.0)
    return errors


def join(parts: Sequence[dict[str, Floats]]) -> dict[str, Floats]:
    """Join the rows of several chunks, field by field."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def rows_of(fields: dict[str, Floats]) -> Chunk:
    """Return rows with these fields. All other fields are empty."""
    absent = {name: np.empty(0) for name in Chunk._fields if name not in fields and name != "count"}
    return Chunk(count=np.array([len(fields["time"])]), **fields, **absent)
