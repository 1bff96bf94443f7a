"""Computes the derivatives of scalars with respect to the rows of a run. The backward pass of the adjoint starts with
them.

A scalar depends on the columns of sensors, and the columns depend on the numbers of each row. The derivatives of
sensors are computed for one number of a row after another (`rows.py`), and for all rows at once. Numbers on which no
sensor depends are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import CheckedDeck
from rbsolve.results.scalars.scalar import Scalar, ScalarDifferential
from rbsolve.sensitivity.rows import RowTangents, Slopes, rows_of
from rbsolve.sensitivity.seeds import Seeds

Floats = NDArray[np.float64]
Place = tuple[str, tuple[int, ...]]
"""A number of each row. The field and the index in the field identify it."""
SHIFT = 1e-4
"""The relative change of numbers that shows which sensors depend on them."""
STILL = 1e-9
"""Largest change of a number during a run that counts as round-off, relative to the largest number of the same field.
"""


class WeighedScalar(NamedTuple):
    """A scalar of a run with its derivatives."""

    text: str
    value: float
    unit: str
    by_rows: Mapping[str, Floats]
    """The derivatives with respect to the fields (rows, ...) of all rows."""
    by_columns: Mapping[tuple[str, int], Floats]
    """The derivatives (rows,) with respect to sensors and their columns."""
    by_parameters: Mapping[str, float]
    error: float
    """The error of `by_rows`, relative to the size of `by_rows`."""


class Weigher:
    """The scalars of one run."""

    def __init__(self, checked: CheckedDeck, fields: dict[str, Floats]) -> None:
        """`fields` contains the fields of all rows. The multipliers must still be those of the run."""
        self._checked, self._fields = checked, fields
        self._count = len(fields["time"])

    def weigh(self, texts: Sequence[str]) -> list[WeighedScalar]:
        """Return the scalars with their derivatives. Raise ScalarError for an invalid scalar."""
        plans = {plan.name: plan for plan in self._checked.sensors}
        parameters = self._checked.contents.parameters
        scalars = [Scalar(text, plans, parameters) for text in texts]
        names = list(dict.fromkeys(name for scalar in scalars for name, _ in scalar.columns))
        columns = RowTangents(self._checked, names, rows_of(self._fields)).columns
        return [
            self._weigh(scalar, scalar.differential(self._fields["time"], columns, parameters)) for scalar in scalars
        ]

    def _weigh(self, scalar: Scalar, found: ScalarDifferential) -> WeighedScalar:
        weights = {key: np.asarray(each, dtype=float) for key, each in found.by_histories.items() if np.any(each)}
        read = (
            np.flatnonzero(np.any([each != 0.0 for each in weights.values()], axis=0)) if weights else np.empty(0, int)
        )
        by_rows: dict[str, Floats] = {}
        largest = error = 0.0
        if len(read):
            ends = self._ends(weights, read)
            for (field, place), slopes in self._slopes(ends, weights, read).items():
                along = np.zeros(self._count)
                for (name, column), weight in weights.items():
                    values, errors = slopes[name].values[:, column], slopes[name].errors[column]
                    along[read] += weight[read] * values
                    largest = max(largest, float(np.max(np.abs(weight[read] * values))))
                    error = max(error, float(np.max(np.abs(weight[read])) * errors))
                whole = by_rows.setdefault(field, np.zeros_like(self._fields[field]))
                at: Any = (slice(None), *place)
                whole[at] = along
        share = error / largest if largest else 0.0
        return WeighedScalar(scalar.text, found.value, scalar.unit, by_rows, weights, dict(found.by_parameters), share)

    def by_sensors(self, scalar: WeighedScalar, seeds: Sequence[Seeds]) -> Iterator[tuple[float, float]]:
        """Yield the derivatives of a scalar with respect to the numbers that the scalar's sensors read directly, and the
        errors of these derivatives.
        """
        used = [each != 0.0 for each in scalar.by_columns.values()]
        ends = self._ends(scalar.by_columns, read := np.flatnonzero(np.any(used, axis=0))) if used else None
        for each in seeds:
            total = error = 0.0
            slopes = {} if ends is None else ends.by_sensors(each)
            for (name, column), weight in scalar.by_columns.items():
                if name in slopes:
                    total += float(weight[read] @ slopes[name].values[:, column])
                    error += float(np.sum(np.abs(weight[read]))) * float(slopes[name].errors[column])
            yield total, error

    def _ends(self, weights: Mapping[tuple[str, int], Floats], read: NDArray[np.int64]) -> RowTangents:
        rows = {name: values[read] for name, values in self._fields.items()}
        return RowTangents(self._checked, [name for name, _ in weights], rows_of(rows))

    def _slopes(
        self, ends: RowTangents, weights: Mapping[tuple[str, int], Floats], read: NDArray[np.int64]
    ) -> dict[Place, dict[str, Slopes]]:
        """For each number of a row on which sensors depend, return the derivatives of the sensors with respect to this
        number.
        """
        places = [
            (name, place)
            for name, values in self._fields.items()
            if name != "time" and values.size
            for place in np.ndindex(values.shape[1:])
        ]
        found = {}
        for name, place in self._read_places(ends, places, len(read)):
            along = np.zeros_like(self._fields[name][read])
            at: Any = (slice(None), *place)
            along[at] = 1.0
            found[name, place] = ends.along({name: along[..., np.newaxis]}, 1, self._moves(name, place))[0]
        return found

    def _moves(self, name: str, place: tuple[int, ...]) -> bool:
        """Return whether a number of the rows changes during the run. In a planar mechanism, numbers out of the plane
        do not change.
        """
        values = self._fields[name]
        at: Any = (slice(None), *place)
        return float(np.ptp(values[at])) > STILL * max(1.0, float(np.max(np.abs(values))))

    def _read_places(self, ends: RowTangents, places: list[Place], count: int) -> list[Place]:
        """Return the numbers of a row on which sensors depend. They are found by bisection: half of all numbers are
        changed, then half of these, and so on.
        """
        random = np.random.default_rng(1)
        shifts = {
            name: SHIFT * random.uniform(0.5, 1.0, (count, *values.shape[1:])) * np.maximum(1.0, np.abs(values[:1]))
            for name, values in self._fields.items()
        }
        found, groups = list[Place](), [places]
        while groups:
            group = groups.pop()
            if not group or not self._is_read(ends, group, shifts):
                continue
            if len(group) == 1:
                found += group
            else:
                groups += [group[len(group) // 2 :], group[: len(group) // 2]]
        return found

    @staticmethod
    def _is_read(ends: RowTangents, group: Sequence[Place], shifts: Mapping[str, Floats]) -> bool:
        moved: dict[str, Floats] = {}
        for name, place in group:
            at: Any = (slice(None), *place)
            moved.setdefault(name, np.zeros_like(shifts[name]))[at] = shifts[name][at]
        with np.errstate(all="ignore"):
            return ends.differ(moved)
